import type { NavigateFunction } from 'react-router-dom';
import { SESSION_INVALID } from '#contract/sentences.ts';
import type { Departure } from '#application/model.ts';
import { paths } from '#shell/paths.ts';

/** What the login says to somebody who has just been logged out (specification §4 and §8). */
const SENTENCES: Readonly<Record<Departure, string>> = {
  idle: 'You have been automatically logged out due to inactivity.',
  chosen: SESSION_INVALID,
  expired: SESSION_INVALID,
};

export type OutsideNavigation = ReturnType<typeof navigateOutside>;

/** Navigates from outside of React. If the router is not mounted yet, the navigation waits for it. */
export function navigateOutside() {
  let navigate: NavigateFunction | undefined;
  let waiting: (() => void) | undefined;
  return {
    connect(found: NavigateFunction): void {
      navigate = found;
      waiting?.();
      waiting = undefined;
    },
    goToLogin(how: Departure): void {
      const go = () => void navigate?.(paths.login, { state: { error: SENTENCES[how] } });
      if (navigate === undefined) waiting = go;
      else go();
    },
  };
}
