import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formRoutes } from '#form/routes.ts';
import { useSession, useSessionActions } from '#session/use-session.ts';
import { defaultPath, paths } from '#shell/paths.ts';

/** The redirect rules on route change (specification §2). */
export function useRedirects(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const actions = useSessionActions();
  const isFirst = useRef(true);
  const wasLoggedIn = useRef(false);
  const { web_status: status, last_page: lastPage, has_changed_page: hasChangedPage } = session;

  useEffect(() => {
    if (session.is_service_user) return;
    const wasFirst = isFirst.current;
    isFirst.current = false;
    const hasLeft = wasLoggedIn.current && !session.is_logged_in;
    wasLoggedIn.current = session.is_logged_in;
    // After a logout, the applicant is on the way to the login, also from /completion.
    if (hasLeft) return;
    if (status === 'submitted') {
      if (pathname !== paths.completion) void navigate(paths.completion, { replace: true });
      return;
    }
    if (pathname === paths.completion) {
      void navigate(`${defaultPath}${search}`, { replace: true });
      return;
    }
    const isKnown = formRoutes.some((route) => route === lastPage);
    if (wasFirst && lastPage !== null && isKnown && lastPage !== pathname && !hasChangedPage) {
      void navigate(lastPage, { replace: true });
      return;
    }
    if (session.is_logged_in && status !== null) actions.visited(pathname);
    // oxlint-disable-next-line react/exhaustive-deps -- runs on a change of page or status only
  }, [pathname, status, session.is_logged_in]);
}
