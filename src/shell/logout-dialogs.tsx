import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Modal } from '#ui/modal.tsx';

/** The questions and messages of a logout; loads with an account. */
export function LogoutDialogs({
  pending,
  failure,
  onStay,
  onLogOut,
  onSeen,
}: {
  /** How many changes would be lost; `undefined` closes the question. */
  readonly pending: number | undefined;
  readonly failure: string | undefined;
  readonly onStay: () => void;
  readonly onLogOut: () => void;
  readonly onSeen: () => void;
}) {
  const isOne = pending === 1;
  const [what, loss] = isOne ? ['One change has', 'it'] : [`${pending ?? 0} changes have`, 'them'];
  return (
    <>
      <ConfirmDialog
        title="Log out without saving?"
        isOpen={pending !== undefined}
        cancelLabel="Stay logged in"
        confirmLabel={pending === 0 ? 'Log out' : `Log out and lose ${loss}`}
        onCancel={onStay}
        onConfirm={onLogOut}
      >
        {pending === 0
          ? 'We could not find out whether your account has everything, and logging out clears this device.'
          : `${what} not reached your account yet, and logging out clears this device. Stay until you are online again, or log out and lose ${loss}.`}
      </ConfirmDialog>
      <Modal title="Unexpected Error" size="small" isOpen={failure !== undefined} onOpenChange={onSeen}>
        <p>{failure}</p>
      </Modal>
    </>
  );
}
