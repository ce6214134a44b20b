import { useState } from 'react';
import { useApplication, useWho } from '#application/hooks.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toasts } from '#ui/toast-queue.ts';

/** The choices of an applicant at somebody else's computer: store nothing here, or clear what is stored here. */
export function useDeviceChoices() {
  const { is_logged_in: isLoggedIn } = useWho();
  const application = useApplication();
  const { device } = application;
  const [isClearing, setIsClearing] = useState(false);
  const isShared = device.isShared;

  async function toggleShared(): Promise<void> {
    await application.setShared(!isShared);
    const sentence = isShared
      ? 'Your answers are saved on this device again.'
      : `From now on, nothing is saved on this computer. ${isLoggedIn ? 'Your answers are saved in your account only.' : 'Create an account to save your answers.'}`;
    toasts.addSuccess('Shared Computer', sentence);
  }

  const dialog = (
    <ConfirmDialog
      title="Clear this device?"
      isOpen={isClearing}
      cancelLabel="Cancel"
      confirmLabel="Clear"
      onCancel={() => setIsClearing(false)}
      onConfirm={() => {
        setIsClearing(false);
        void application.leave('chosen');
      }}
    >
      Everything saved on this device will be permanently deleted: what you entered here without an account,
      and answers that have not reached an account yet.
    </ConfirmDialog>
  );
  return {
    isShared,
    toggleShared: () => void toggleShared(),
    askToClear: () => setIsClearing(true),
    dialog,
  };
}
