import type { ReactNode } from 'react';
import { ExternalIcon } from './icons.tsx';
import './link.css';

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  /** Leaves the application: opens beside it, so that nothing typed goes out of sight. */
  readonly isExternal?: boolean | undefined;
}

/** A plain link; routes of the application are linked by the router. */
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
