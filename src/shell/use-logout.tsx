import { useRef } from 'react';
import { useActs, useWho } from '#application/hooks.ts';
import { definePart, usePart } from '#ui/use-part.ts';

const dialogsPart = definePart(() => import('./logout-dialogs.tsx'));

/** Logs out on request. Asks first if some changes have not reached the account. */
export function useLogout() {
  const acts = useActs();
  const request = useRef<() => void>(null);
  // Loads before it is needed, because the dialogs mostly open without a network.
  const Dialogs = usePart(dialogsPart, useWho().is_logged_in)?.LogoutDialogs;
  const logOut = () => (request.current ? request.current() : void acts.logOut());
  return { logOut, dialog: Dialogs && <Dialogs request={request} /> };
}
