import { Link } from 'react-router-dom';
import { tenant } from '#tenant/tenant.ts';
import { useSession } from '#session/use-session.ts';
import { Crest } from '#ui/icons.tsx';
import { type AccountAction, AccountMenu } from './account-menu.tsx';
import { HelpModal } from './help-modal.tsx';
import { defaultPath } from './paths.ts';
import './header.css';

/** @param accountActions what the account menu offers beside who is here */
export function Header({ accountActions }: { readonly accountActions?: readonly AccountAction[] }) {
  const { is_service_user: isServiceUser } = useSession();
  if (isServiceUser) return null;
  return (
    <header className="header">
      <Link className="header-brand" to={defaultPath}>
        <Crest />
        <span>
          <strong>{tenant.name}</strong>
          <small>Graduate application</small>
        </span>
      </Link>
      <div className="header-actions">
        <HelpModal />
        <AccountMenu more={accountActions} />
      </div>
    </header>
  );
}
