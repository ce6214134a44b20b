import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { useApplication } from './application-context.ts';
import { Notices } from './notices.tsx';
import { useOperatorBanner } from './use-operator-banner.ts';
import { UpdateOffer } from './update-offer.tsx';

export function AuthLayout() {
  const { shown } = useApplication();
  const banner = useOperatorBanner();
  useEffect(shown, [shown]);
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
