import { useState } from 'react';
import { useSessionActions } from '#session/use-session.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Modal } from '#ui/modal.tsx';

/** Logs out on request. Asks first if some changes have not reached the account. */
export function useLogout() {
  const session = useSessionActions();
  const [pending, setPending] = useState<number>();
  const [failure, setFailure] = useState<string>();

  async function logOut(evenIfPending = false): Promise<void> {
    setPending(undefined);
    const outcome = await session.logOut({ evenIfPending });
    if (outcome.status === 'pending') setPending(outcome.pending);
    if (outcome.status === 'failed') setFailure(outcome.message);
  }

  const dialog = (
    <>
      <ConfirmDialog
        title="Log out without saving?"
        isOpen={pending !== undefined}
        cancelLabel="Stay logged in"
        confirmLabel={pending === 1 ? 'Log out and lose it' : 'Log out and lose them'}
        isDanger
        onCancel={() => setPending(undefined)}
        onConfirm={() => void logOut(true)}
      >
        {pending === 1 ? 'One change has' : `${pending ?? 0} changes have`} not reached your account yet, and
        logging out clears this device. Stay until you are online again, or log out and lose{' '}
        {pending === 1 ? 'it' : 'them'}.
      </ConfirmDialog>
      <Modal
        title="Unexpected Error"
        size="small"
        isOpen={failure !== undefined}
        onOpenChange={() => setFailure(undefined)}
      >
        <p>{failure}</p>
      </Modal>
    </>
  );
  return { logOut, dialog };
}
