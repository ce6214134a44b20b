import { useMemo, type ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { FormStandingProvider, type OwnParts } from '#fields/form-context.tsx';
import { useSession } from '#session/use-session.ts';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { useDraftCopies } from './draft-copies.tsx';
import { InstallInvitation } from './install-invitation.tsx';
import { Notices } from './notices.tsx';
import { useOperatorBanner } from './use-operator-banner.ts';
import { UpdateOffer } from './update-offer.tsx';
import { useRedirects } from './use-redirects.ts';

/** What the form pages share for an applicant, and the dialogs that only an account has. */
export function FormLayout({
  today,
  own,
  dialogs,
}: {
  readonly today: string;
  readonly own?: OwnParts;
  readonly dialogs?: ReactNode;
}) {
  useRedirects();
  const { web_status: status, is_logged_in: isLoggedIn } = useSession();
  const standing = useMemo(
    () => ({ today, isLoggedIn, isValidating: status === 'validating', own }),
    [today, isLoggedIn, status, own],
  );
  const copies = useDraftCopies();
  const banner = useOperatorBanner();
  return (
    <FormStandingProvider standing={standing}>
      <Header accountActions={copies.actions} banner={banner} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <InstallInvitation />
      <UpdateOffer />
      <Footer />
      {copies.dialog}
      {dialogs}
      <Notices />
    </FormStandingProvider>
  );
}
