import { type ReactNode, useEffect, useState } from 'react';
import { EnteredBefore } from '#first-visit/first-look.ts';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { Notices } from '#shell/notices.tsx';
import { atRest } from '#ui/at-rest.ts';
import type { Account } from './account.tsx';
import { useClient } from './client-context.ts';
import { FootNotices } from './foot-notices.tsx';

export function AuthLayout({ children }: { readonly children: ReactNode }) {
  const { shown, whenShown, fetchAccount } = useClient();
  const [account, setAccount] = useState<Account>();
  useEffect(shown, [shown]);
  useEffect(() => {
    // A visitor at a card will soon need the account's code, and somebody with a session needs it now. If loading it
    // fails, the login tries again.
    void whenShown.then(() => atRest(() => void fetchAccount().then(setAccount, () => undefined)));
  }, [whenShown, fetchAccount]);
  return (
    <>
      <EnteredBefore />
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <FootNotices isAtCard />
      <Footer />
      <Notices />
      {account !== undefined && <account.AtCard />}
    </>
  );
}
