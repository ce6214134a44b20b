import { useMemo, type ReactNode } from 'react';
import { useDraftCopies } from '#fields/draft-copies.tsx';
import { FormStateContext, type OwnParts } from '#fields/form-context.tsx';
import { EnteredBefore } from '#first-visit/first-look.ts';
import { useSelected, useWho } from '#application/hooks.ts';
import { profileIn } from '#application/select.ts';
import { Footer } from '#shell/footer.tsx';
import { Header } from '#shell/header.tsx';
import { Notices } from '#shell/notices.tsx';
import { FootNotices, InstallInvitation } from './foot-notices.tsx';

/** The layout of the form pages for visitors and applicants. Only an account has `own` and `dialogs`. */
export function FormLayout({
  today,
  own,
  dialogs,
  children,
}: {
  readonly today: string;
  readonly own?: OwnParts;
  readonly dialogs?: ReactNode;
  readonly children: ReactNode;
}) {
  const { web_status: status, is_logged_in: isLoggedIn } = useWho();
  const kept = useSelected((state) => profileIn(state)?.kept_term ?? '');
  const state = useMemo(
    () => ({ today, kept, isLoggedIn, isValidating: status === 'validating', own }),
    [today, kept, isLoggedIn, status, own],
  );
  const copies = useDraftCopies();
  return (
    <FormStateContext value={state}>
      <EnteredBefore />
      <Header accountActions={copies.actions} />
      {/* Once an applicant is logged out, nobody may type here until the login is drawn. */}
      <main id="main" tabIndex={-1} inert={own !== undefined && !isLoggedIn}>
        {children}
      </main>
      <InstallInvitation />
      <FootNotices />
      <Footer />
      {copies.dialog}
      {dialogs}
      <Notices />
    </FormStateContext>
  );
}
