import { useState } from 'react';
import { useActs, useWho } from '#application/hooks.ts';
import { definePart, usePart } from '#ui/use-part.ts';

const dialogsPart = definePart(() => import('./logout-dialogs.tsx'));

/** Logs out on request. Asks first if some changes have not reached the account. */
export function useLogout() {
  const acts = useActs();
  // Loads before it is needed, because the dialogs mostly open offline.
  const Dialogs = usePart(dialogsPart, useWho().is_logged_in)?.LogoutDialogs;
  const [pending, setPending] = useState<number>();
  const [failure, setFailure] = useState<string>();

  async function logOut(evenIfPending = false): Promise<void> {
    setPending(undefined);
    const outcome = await acts.logOut({ evenIfPending });
    if (outcome.status === 'pending') setPending(outcome.pending);
    if (outcome.status === 'failed') setFailure(outcome.message);
  }

  const dialog = Dialogs && (
    <Dialogs
      pending={pending}
      failure={failure}
      onStay={() => setPending(undefined)}
      onLogOut={() => void logOut(true)}
      onSeen={() => setFailure(undefined)}
    />
  );
  return { logOut, dialog };
}
