import { lazy, Suspense, useMemo } from 'react';
import { Outlet, useLoaderData } from 'react-router-dom';
import { ConflictsDialog } from '#fields/conflicts-dialog.tsx';
import { ForeignDraftDialog } from '#fields/foreign-draft-dialog.tsx';
import { FormStandingProvider } from '#fields/form-context.tsx';
import { todayIn } from '#form/today.ts';
import { useSession } from '#session/use-session.ts';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { tenant } from '#tenant/tenant.ts';
import type { Loaded } from './load-application.ts';
import { useDraftCopies } from './draft-copies.tsx';
import { LoadingScreen } from './error-screens.tsx';
import { Notices } from './notices.tsx';
import { useApplication } from './application-context.ts';
import { useRedirects } from './use-redirects.ts';

const ServiceScreen = lazy(async () => ({ default: (await import('#screens/service.tsx')).ServiceScreen }));

/** What the form pages share. A service user sees the printable view and nothing else. */
export function FormLayout() {
  const loaded: Loaded = useLoaderData();
  const { clock } = useApplication();
  const today = todayIn(tenant.timeZone, new Date(clock.now()));
  if (loaded.kind === 'service') {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <ServiceScreen view={loaded.view} today={today} />
      </Suspense>
    );
  }
  return <ApplicantLayout today={today} />;
}

function ApplicantLayout({ today }: { readonly today: string }) {
  useRedirects();
  const { web_status: status, is_logged_in: isLoggedIn } = useSession();
  const standing = useMemo(
    () => ({ today, isLoggedIn, isValidating: status === 'validating' }),
    [today, isLoggedIn, status],
  );
  const copies = useDraftCopies();
  return (
    <FormStandingProvider standing={standing}>
      <Header accountActions={copies.actions} />
      <main>
        <Outlet />
      </main>
      <Footer />
      {copies.dialog}
      <InactivityModal />
      <ConflictsDialog />
      <ForeignDraftDialog />
      <Notices />
    </FormStandingProvider>
  );
}
