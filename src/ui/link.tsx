import type { ReactNode } from 'react';
import { ExternalIcon } from './icons.tsx';
import './link.css';

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  /** The link leaves the application. It opens in a new tab, so that the typed answers stay open. */
  readonly isExternal?: boolean | undefined;
}

/** A plain link; the router's own links lead to routes of the application. */
export function Link({ href, children, isExternal = false }: LinkProps) {
  if (!isExternal) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="ui-link-external">
      {children}
      <ExternalIcon size={0.9} />
      <span className="ui-hidden"> (opens in a new tab)</span>
    </a>
  );
}
