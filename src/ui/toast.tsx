import { Suspense, lazy, useEffect, useState } from 'react';
import { type ToastQueue, toasts } from './toast-queue.ts';

const ToastPanel = lazy(() => import('./toast-panel.tsx').then((module) => ({ default: module.ToastPanel })));

interface ToastRegionProps {
  readonly queue?: ToastQueue | undefined;
  readonly label?: string | undefined;
}

/** Where toasts appear: once on a page. Its code comes with the first toast. */
export function ToastRegion({ queue = toasts, label = 'Notifications (F8)' }: ToastRegionProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (isNeeded) return;
    return queue.listen(() => setIsNeeded(true));
  }, [queue, isNeeded]);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <ToastPanel queue={queue} label={label} />
    </Suspense>
  );
}
