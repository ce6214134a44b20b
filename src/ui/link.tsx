import { type MouseEventHandler, type ReactNode, useRef } from 'react';
import { useLink } from 'react-aria/useLink';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router-dom';
import { given } from './given.ts';

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  /** The link is to a file. */
  readonly download?: boolean | undefined;
  readonly className?: string | undefined;
  readonly onClick?: MouseEventHandler<Element> | undefined;
}

/** A link to an address, a file or a place on the page. */
export function Link({ href, children, download, className, onClick }: LinkProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  const { linkProps } = useLink({ href, ...given({ onClick }) }, ref);
  return (
    <a {...linkProps} ref={ref} className={className} download={download}>
      {children}
    </a>
  );
}

type RouteLinkProps = Pick<
  RouterLinkProps,
  'to' | 'replace' | 'state' | 'className' | 'children' | 'aria-current' | 'aria-describedby'
> & { readonly onPress?: (() => void) | undefined };

/** A link to a route of the application. */
export function RouteLink({ onPress, ...props }: RouteLinkProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  const { linkProps } = useLink(given({ onPress }), ref);
  return <RouterLink {...linkProps} {...props} ref={ref} />;
}
