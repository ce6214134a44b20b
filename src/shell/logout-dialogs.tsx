import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Modal } from '#ui/modal.tsx';

/** What a logout asks and says; loads with an account. */
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
  return (
    <>
      <ConfirmDialog
        title="Log out without saving?"
        isOpen={pending !== undefined}
        cancelLabel="Stay logged in"
        confirmLabel={isOne ? 'Log out and lose it' : 'Log out and lose them'}
        onCancel={onStay}
        onConfirm={onLogOut}
      >
        {isOne ? 'One change has' : `${pending ?? 0} changes have`} not reached your account yet, and logging
        out clears this device. Stay until you are online again, or log out and lose {isOne ? 'it' : 'them'}.
      </ConfirmDialog>
      <Modal title="Unexpected Error" size="small" isOpen={failure !== undefined} onOpenChange={onSeen}>
        <p>{failure}</p>
      </Modal>
    </>
  );
}
