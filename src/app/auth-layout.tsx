import { Outlet } from 'react-router-dom';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { Notices } from './notices.tsx';

export function AuthLayout() {
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
