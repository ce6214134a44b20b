import { Fragment, useSyncExternalStore } from 'react';
import { useApplication, useSelectedValue, useWho } from '#application/hooks.ts';
import { answersIn } from '#application/select.ts';
import { pages } from '#form/form.ts';
import type { Page, Section } from '#form/page.ts';
import { countText, missingIn, progressOf, type Progress } from '#form/progress.ts';
import { RouteLink } from '#ui/link.tsx';
import './standing.css';

/** How many required answers a page or section has. */
export function useProgress(part: Page | Section): Progress {
  const store = useApplication();
  const snapshot = () => progressOf(part, store.getAll());
  return useSyncExternalStore(store.subscribe, snapshot, snapshot);
}

/** How many required answers the whole application has. */
export function useWholeProgress(): Progress {
  const all = [useProgress(pages[0]), useProgress(pages[1]), useProgress(pages[2])];
  return {
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
    required: all.reduce((sum, { required }) => sum + required, 0),
  };
}

/** As wide as a digit: the words below a tab stay in place when the count has a digit less. */
const FIGURE_SPACE = '\u2007';

/** What is left on a page, in words. It stands below the page's tab and describes the tab's link. */
export function TabStanding({ page, id }: { readonly page: Page; readonly id: string }) {
  const { answered, required } = useProgress(page);
  const left = required - answered;
  return (
    <small id={id} className="standing-tab" data-complete={left === 0 || undefined}>
      {left === 0 ? 'complete' : `${String(left).padStart(2, FIGURE_SPACE)} left`}
    </small>
  );
}

/**
 * What is left in the whole application. Beside Submit, each other page is a link to its first missing answer. A
 * visitor's links would lead to the sign-up, so visitors read only the names of the pages.
 *
 * @param current the path of the page that is shown
 * @param onLeave called when an applicant follows a link, to save the page; without it, there are no links
 * @param whenComplete what it says if nothing is missing
 */
export function WholeStanding({
  current,
  onLeave,
  whenComplete,
}: {
  readonly current: string;
  readonly onLeave?: () => void;
  readonly whenComplete: string;
}) {
  const { is_logged_in: isLoggedIn } = useWho();
  const missing = useSelectedValue((state) =>
    missingIn(answersIn(state)).map(({ page: { path, title }, count, firstKey }) => ({
      path,
      title,
      count,
      firstKey,
    })),
  );
  if (missing.length === 0)
    return (
      <p className="standing" data-complete="">
        {whenComplete}
      </p>
    );
  return (
    <p className="standing">
      {countText(missing)} on{' '}
      {missing.map(({ path, title, firstKey }, index) => (
        <Fragment key={path}>
          {index > 0 && (index === missing.length - 1 ? ' and ' : ', ')}
          {isLoggedIn && onLeave !== undefined && path !== current ? (
            <RouteLink to={`${path}#${firstKey}`} replace onPress={onLeave}>
              {title}
            </RouteLink>
          ) : (
            title
          )}
        </Fragment>
      ))}
    </p>
  );
}
