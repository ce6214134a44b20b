import type { ReactNode } from 'react';
import { useWho } from '#application/hooks.ts';
import { RouteLink } from '#ui/link.tsx';
import { chosenPath, paths } from './paths.ts';
import './navigation.css';

interface Tab {
  readonly path: string;
  readonly title: string;
  /** What is left on the page, in an element with this id. */
  readonly standing: (id: string) => ReactNode;
}

/**
 * The links to the three pages, with what is left on each. They lead a visitor with answers to the sign-up instead.
 *
 * @param onLeave called when a logged-in applicant leaves the page, to save it
 */
export function Navigation({
  pages,
  current,
  hasAnswers,
  onLeave,
}: {
  readonly pages: readonly Tab[];
  /** The path of the page that is shown. */
  readonly current: string;
  readonly hasAnswers: boolean;
  readonly onLeave: () => void;
}) {
  const { is_service_user: isServiceUser, is_logged_in: isLoggedIn } = useWho();
  if (isServiceUser) return null;
  return (
    <nav className="navigation" aria-label="Application">
      <ol>
        {pages.map(({ path, title, standing }, index) => {
          const isCurrent = path === current;
          const standingId = `standing-${index}`;
          return (
            <li key={path}>
              <RouteLink
                to={!isCurrent && !isLoggedIn && hasAnswers ? paths.signup : path}
                href={isLoggedIn ? chosenPath(path) : undefined}
                replace
                {...(isCurrent && { 'aria-current': 'page' })}
                aria-describedby={standingId}
                onPress={() => {
                  if (isLoggedIn && !isCurrent) onLeave();
                }}
              >
                {title}
              </RouteLink>
              {standing(standingId)}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
