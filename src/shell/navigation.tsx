import { useWho } from '#application/hooks.ts';
import { RouteLink } from '#ui/link.tsx';
import { paths } from './paths.ts';
import './navigation.css';

/**
 * The links to the three pages. They lead a visitor with answers to the sign-up instead.
 *
 * @param onLeave called when a logged-in applicant leaves the page, to save it
 */
export function Navigation({
  pages,
  current,
  hasAnswers,
  onLeave,
}: {
  readonly pages: readonly { readonly path: string; readonly title: string }[];
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
        {pages.map(({ path, title }) => {
          const isCurrent = path === current;
          return (
            <li key={path}>
              <RouteLink
                to={!isCurrent && !isLoggedIn && hasAnswers ? paths.signup : path}
                replace
                {...(isCurrent && { 'aria-current': 'page' })}
                onPress={() => {
                  if (isLoggedIn && !isCurrent) onLeave();
                }}
              >
                {title}
              </RouteLink>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
