import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CHOSEN } from '#contract/client-routes.ts';
import { questionFor } from '#form/form.ts';
import { formRoutes } from '#form/routes.ts';
import type { ClientSnapshot } from '#application/select.ts';
import { useApplication, useWho } from '#application/hooks.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { LoadingScreen } from './error-screens.tsx';

/**
 * The redirect rules on route change for an applicant with an account (specification §2). For a visitor there is one
 * rule, which `screens/completion.tsx` has. A page that an applicant is led away from is never drawn.
 */
export function AccountRedirects({ children }: { readonly children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const who = useWho();
  const { is_logged_in: isLoggedIn, web_status: status } = who;
  const { dispatch } = useApplication();
  const [hasEntered, setHasEntered] = useState(false);
  const page = useRef<string>(undefined);
  const target = targetOf(who, { pathname, search, hash }, !hasEntered);

  useEffect(() => {
    // After a logout, the applicant is on the way to the login, also from /completion.
    if (!isLoggedIn) return;
    if (target !== undefined) {
      void navigate(`${target}${target === paths.completion ? '' : search}`, { replace: true });
      return;
    }
    setHasEntered(true);
    if (status === null) return;
    // Links of the error summary and the browser's own buttons change the page, too.
    if (page.current !== undefined && page.current !== pathname) dispatch({ type: 'pageChanged' });
    page.current = pathname;
    dispatch({ type: 'visited', path: pathname });
    // oxlint-disable-next-line react/exhaustive-deps -- runs on a change of page or status only
  }, [pathname, status, isLoggedIn]);
  return target !== undefined && (isLoggedIn || !hasEntered) ? <LoadingScreen /> : children;
}

/** The path that an applicant belongs to instead of this one, if any. */
function targetOf(
  { web_status, last_page, has_changed_page }: ClientSnapshot,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  isEntering: boolean,
): string | undefined {
  if (web_status === 'submitted') return pathname === paths.completion ? undefined : paths.completion;
  if (pathname === paths.completion) return defaultPath;
  // Links to a question, as the error summary has them, shortcuts of the installed app, and pages opened in another
  // tab lead where they say.
  const isLinked = questionFor(hash.slice(1)) !== undefined || new URLSearchParams(search).has(CHOSEN);
  if (!isEntering || has_changed_page || isLinked || last_page === pathname) return undefined;
  return formRoutes.find((route) => route === last_page);
}
