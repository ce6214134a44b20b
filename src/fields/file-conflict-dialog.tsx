import { useAskedFile } from '#application/account/upload-hooks.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** Asks before a file replaces one that another device has attached. It can open on every page. */
export function FileConflictDialog() {
  const asked = useAskedFile();
  if (asked === undefined) return null;
  const { key, name, theirs, decide } = asked;
  return (
    <ConfirmDialog
      title="Replace file"
      isOpen
      confirmLabel="Replace"
      cancelLabel="Keep it"
      onCancel={() => decide(false)}
      onConfirm={() => decide(true)}
    >
      {fullLabelOf(key)}: Your account has <span translate="no">“{theirs}”</span> here, from another device.
      Replace it with <span translate="no">“{name}”</span>?
    </ConfirmDialog>
  );
}
