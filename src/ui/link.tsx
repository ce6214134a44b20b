import { type MouseEvent, type MouseEventHandler, type ReactNode, useRef } from 'react';
import { useLink } from 'react-aria/useLink';
import { useHref, useLinkClickHandler } from 'react-router-dom';
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

interface RouteLinkProps {
  readonly to: string;
  /** The address that another tab or window opens, if it is not `to`. */
  readonly href?: string | undefined;
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly onPress?: (() => void) | undefined;
}

/** A link to a route of the application. The router's own link would load with parts that no route here needs. */
export function RouteLink({ to, href = to, replace, state, onPress, children, ...props }: RouteLinkProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  const { linkProps } = useLink(given({ onPress }), ref);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, given({ replace, state }));
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    linkProps.onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...linkProps} {...props} href={useHref(href)} onClick={handleClick} ref={ref}>
      {children}
    </a>
  );
}
