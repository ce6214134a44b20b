import { type Ref, useImperativeHandle, useState } from 'react';
import { useActs } from '#application/hooks.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Modal } from '#ui/modal.tsx';

/**
 * Logs out, with the questions and messages of a logout. Loads with an account.
 *
 * @param request gets the function that logs out
 */
export function LogoutDialogs({ request }: { readonly request: Ref<() => void> }) {
  const acts = useActs();
  /** How many changes would be lost; `undefined` closes the question. */
  const [pending, setPending] = useState<number>();
  const [failure, setFailure] = useState<string>();

  async function logOut(evenIfPending = false): Promise<void> {
    setPending(undefined);
    const outcome = await acts.logOut({ evenIfPending });
    if (outcome.status === 'pending') setPending(outcome.pending);
    if (outcome.status === 'failed') setFailure(outcome.message);
  }

  useImperativeHandle(request, () => () => void logOut());
  const isOne = pending === 1;
  const [what, loss] = isOne ? ['One change has', 'it'] : [`${pending ?? 0} changes have`, 'them'];
  return (
    <>
      <ConfirmDialog
        title="Log out without saving?"
        isOpen={pending !== undefined}
        cancelLabel="Stay logged in"
        confirmLabel={pending === 0 ? 'Log out' : `Log out and lose ${loss}`}
        onCancel={() => setPending(undefined)}
        onConfirm={() => void logOut(true)}
      >
        {pending === 0
          ? 'We could not find out whether your account has everything, and logging out clears this device.'
          : `${what} not reached your account yet, and logging out clears this device. Stay until you are online again, or log out and lose ${loss}.`}
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
}
