import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { atRest } from '#ui/at-rest.ts';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { useApplication } from './application-context.ts';
import { Notices } from './notices.tsx';
import { useOperatorBanner } from './use-operator-banner.ts';
import { UpdateOffer } from './update-offer.tsx';

export function AuthLayout() {
  const { shown, whenShown, fetchAccount } = useApplication();
  const banner = useOperatorBanner();
  useEffect(shown, [shown]);
  useEffect(() => {
    // Whoever is here is about to have an account. Should it not come, the login asks again.
    void whenShown.then(() => atRest(() => void fetchAccount().catch(() => undefined)));
  }, [whenShown, fetchAccount]);
  return (
    <>
      <Header banner={banner} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <UpdateOffer />
      <Footer />
      <Notices />
    </>
  );
}
