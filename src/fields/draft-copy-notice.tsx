import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';

/** Says why a page that may not encrypt offers no copies. */
export function NoDraftCopy({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  return (
    <Modal
      title={title}
      size="small"
      isOpen
      isBrief
      onOpenChange={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <p>
        A copy is sealed with a password. Browsers do that only in pages whose address begins with https://,
        and the address of this one does not. To keep your answers, please save them to an account, or use the
        form at its https:// address.
      </p>
    </Modal>
  );
}
