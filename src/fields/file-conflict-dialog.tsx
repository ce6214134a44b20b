import { useSyncExternalStore } from 'react';
import type { Documents } from '#documents/documents.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** Asks before a file replaces one that another device has attached. It can come on every page. */
export function FileConflictDialog({ documents }: { readonly documents: Documents }) {
  const key = useSyncExternalStore(documents.subscribe, documents.getAsked);
  const upload = key === undefined ? undefined : documents.uploadOf(key);
  const state = upload?.getState();
  if (key === undefined || state?.status !== 'asking') return null;
  return (
    <ConfirmDialog
      title="Replace file"
      isOpen
      isDanger
      confirmLabel="Replace"
      cancelLabel="Keep it"
      onCancel={() => upload?.decide(false)}
      onConfirm={() => upload?.decide(true)}
    >
      {fullLabelOf(key)}: Your account has “{state.theirs}” here, from another device. Replace it with “
      {state.name}”?
    </ConfirmDialog>
  );
}
