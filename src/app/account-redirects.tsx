import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { questionFor } from '#form/form.ts';
import { formRoutes } from '#form/routes.ts';
import { useSession, useSessionActions } from '#session/use-session.ts';
import { defaultPath, paths } from '#shell/paths.ts';

/**
 * The redirect rules on route change for an applicant with an account (specification §2). For a visitor there is one
 * rule, which `screens/completion.tsx` has.
 */
export function AccountRedirects() {
  const { pathname: path, hash } = useLocation();
  // The router takes an address with a slash at its end for the same route.
  const pathname = path.replace(/\/$/, '');
  const navigate = useNavigate();
  const session = useSession();
  const actions = useSessionActions();
  const isFirst = useRef(true);
  const wasLoggedIn = useRef(false);
  const page = useRef<string>(undefined);
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
      void navigate(`${defaultPath}${location.search}`, { replace: true });
      return;
    }
    const isKnown = formRoutes.some((route) => route === lastPage);
    // A link to a question, as the error summary has them, leads to it in a new tab too.
    const isLinked = questionFor(hash.slice(1)) !== undefined;
    if (wasFirst && lastPage !== null && isKnown && !isLinked && lastPage !== pathname && !hasChangedPage) {
      // The window's query: a token has been taken out of it, which the router does not know.
      void navigate(`${lastPage}${location.search}`, { replace: true });
      return;
    }
    if (!session.is_logged_in || status === null) return;
    // The error summary, and the browser's own buttons, lead to another page too.
    if (page.current !== undefined && page.current !== pathname) actions.changedPage();
    page.current = pathname;
    actions.visited(pathname);
    // oxlint-disable-next-line react/exhaustive-deps -- runs on a change of page or status only
  }, [pathname, status, session.is_logged_in]);
  return null;
}
