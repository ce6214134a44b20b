import { useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { ConflictsDialog } from '#fields/conflicts-dialog.tsx';
import { ForeignDraftDialog } from '#fields/foreign-draft-dialog.tsx';
import { FormStandingProvider } from '#fields/form-context.tsx';
import { useSession } from '#session/use-session.ts';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { useDraftCopies } from './draft-copies.tsx';
import { InstallInvitation } from './install-invitation.tsx';
import { Notices } from './notices.tsx';
import { useOperatorBanner } from './use-operator-banner.ts';
import { UpdateOffer } from './update-offer.tsx';
import { useRedirects } from './use-redirects.ts';

/** What the form pages share for an applicant. */
export function FormLayout({ today }: { readonly today: string }) {
  useRedirects();
  const { web_status: status, is_logged_in: isLoggedIn } = useSession();
  const standing = useMemo(
    () => ({ today, isLoggedIn, isValidating: status === 'validating' }),
    [today, isLoggedIn, status],
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
      <InactivityModal />
      <ConflictsDialog />
      <ForeignDraftDialog />
      <Notices />
    </FormStandingProvider>
  );
}
