import type { SyntheticEvent } from 'react';
import { tenant } from '#tenant/tenant.ts';
import { useWho } from '#application/hooks.ts';
import { Link, RouteLink } from '#ui/link.tsx';
import { type AccountAction, AccountMenu } from './account-menu.tsx';
import { HelpModal } from './help-modal.tsx';
import { defaultPath } from './paths.ts';
import './header.css';

interface HeaderProps {
  /** Additional entries of the account menu. */
  readonly accountActions?: readonly AccountAction[];
}

/** Hides a logo that could not be loaded: rather no picture than a broken one. */
function showIfLoaded({ currentTarget, type }: SyntheticEvent<HTMLImageElement>) {
  currentTarget.style.visibility = type === 'load' ? 'visible' : 'hidden';
}

export function Header({ accountActions }: HeaderProps) {
  const { is_service_user: isServiceUser } = useWho();
  if (isServiceUser) return null;
  return (
    <div>
      <Link
        className="header-skip"
        href="#main"
        onClick={(event) => {
          // The link itself would put #main into the history, and the address would later scroll to the top.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the form
      </Link>
      <header className="header">
        <RouteLink className="header-brand" to={defaultPath}>
          {/* Two files: many versions of Safari ignore the color scheme inside an SVG of an `img`. */}
          <picture>
            <source srcSet="/logo-dark.svg" media="screen and (prefers-color-scheme: dark)" />
            <img src="/logo.svg" alt="" width="36" height="36" onError={showIfLoaded} onLoad={showIfLoaded} />
          </picture>
          <span>
            <strong>{tenant.name}</strong>
            <small>Graduate application</small>
          </span>
        </RouteLink>
        <div className="header-actions">
          <HelpModal />
          <AccountMenu more={accountActions} />
        </div>
      </header>
    </div>
  );
}
