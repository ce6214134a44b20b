import { useEffect, useState } from 'react';
import { toasts } from './toast-queue.ts';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(() => import('./toast-panel.tsx'));

/** The place where toasts appear; render it once on a page. Its code loads with the first toast. */
export function ToastRegion() {
  const [isNeeded, setIsNeeded] = useState(false);
  const ToastPanel = usePart(panel, isNeeded, true)?.ToastPanel;
  useEffect(() => (isNeeded ? undefined : toasts.listen(() => setIsNeeded(true))), [isNeeded]);
  return ToastPanel === undefined ? null : <ToastPanel />;
}
