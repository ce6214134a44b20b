import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { useApplication } from './application-context.ts';
import { Notices } from './notices.tsx';

export function AuthLayout() {
  const { shown } = useApplication();
  useEffect(shown, [shown]);
  return (
    <>
      <Header />
      <main>
        <Outlet />
      </main>
      <Footer />
      <Notices />
    </>
  );
}
