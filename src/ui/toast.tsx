import { useEffect, useState } from 'react';
import { toasts } from './toast-queue.ts';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(() => import('./toast-panel.tsx'));

/** The place where toasts appear; render it once on a page. Its code loads with the first toast. */
export function ToastRegion() {
  const [isNeeded, setIsNeeded] = useState(false);
  const ToastPanel = usePart(panel, isNeeded)?.ToastPanel;
  const isThere = ToastPanel !== undefined;
  useEffect(() => {
    if (isThere) return;
    return toasts.listen(() => {
      // If the code fails to load, the next toast tries again.
      panel.load().then(
        () => setIsNeeded(true),
        () => setIsNeeded(false),
      );
    });
  }, [isThere]);
  return ToastPanel === undefined ? null : <ToastPanel />;
}
