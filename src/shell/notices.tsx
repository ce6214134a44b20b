import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ToastRegion } from '#ui/toast.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { useNavigationState } from './navigation-state.ts';

/** The toasts, including the success message of the previous screen. */
export function Notices() {
  const { success, ...rest } = useNavigationState();
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (success === undefined) return;
    toasts.addSuccess('Success Notification', success);
    // Removed from the history: going back or a reload does not show it again.
    void navigate(`${location.pathname}${location.search}${location.hash}`, { replace: true, state: rest });
  });

  return <ToastRegion />;
}
