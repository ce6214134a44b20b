import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useNavigationState } from '#shell/navigation-state.ts';
import { ToastRegion } from '#ui/toast.tsx';
import { toasts } from '#ui/toast-queue.ts';

/** The toasts, the message that the last screen sent along among them. */
export function Notices() {
  const { success, ...rest } = useNavigationState();
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (success === undefined) return;
    toasts.addSuccess('Success Notification', success);
    // Shown once: going back or loading again does not repeat it.
    void navigate(`${location.pathname}${location.search}${location.hash}`, { replace: true, state: rest });
  });

  return <ToastRegion />;
}
