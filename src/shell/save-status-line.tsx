import { useSaveStatus } from '#application/hooks.ts';
import { StatusLine } from '#ui/status-line.tsx';

/** Says where the answers are: stored on this device, saved in the account, or waiting. Says it again after each Save. */
export function SaveStatusLine({ saves }: { readonly saves: number }) {
  return <StatusLine {...useSaveStatus()} nth={saves} />;
}
