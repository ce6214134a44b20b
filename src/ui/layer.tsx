import { useEffect, useEffectEvent } from 'react';
import { ignoreStrayPresses } from './stray-presses.ts';

declare global {
  /** TypeScript does not list it yet. */
  var CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined;
}

/**
 * Stands in each element that lies over the page. There the Back of an Android phone closes the element, where the
 * browser has a `CloseWatcher`; elsewhere it leaves the page, as always.
 */
export function Layer({ onBack }: { readonly onBack: () => void }) {
  const close = useEffectEvent(onBack);
  useEffect(ignoreStrayPresses, []);
  useEffect(() => {
    if (typeof CloseWatcher === 'undefined') return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, []);
  return null;
}
