import type { AnswersFacade } from '#answers/answers-facade.ts';
import type { Account } from './application-types.ts';

/** Listens to the page: the applicant is active, hides it, shows it, is online again. */
export function watchThePage(answers: AnswersFacade, account: () => Account | undefined): void {
  for (const event of ['pointerdown', 'keydown', 'input', 'scroll'] as const) {
    addEventListener(event, () => account()?.presence.active(), { capture: true, passive: true });
  }
  // Deliver pending changes first, so that the next key or press, above all Tab, meets an up-to-date page.
  for (const event of ['keydown', 'pointerdown'] as const) {
    addEventListener(event, answers.store.tell, { capture: true, passive: true });
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      answers.saveBeforeLeaving();
    } else {
      account()?.presence.check();
      answers.retry();
      account()?.documents.retry();
    }
  });
  // Registered only while it is needed: browsers do not keep a page with it for going back.
  answers.subscribe(() => {
    const change = answers.isOnlyHere ? addEventListener : removeEventListener;
    change('beforeunload', stay);
  });
  addEventListener('pagehide', () => answers.saveBeforeLeaving());
  addEventListener('pageshow', () => account()?.presence.check());
  addEventListener('online', () => {
    answers.retry();
    account()?.documents.retry();
    // While operations wait, the fetch follows once they are sent (see the constructor of `Account`).
    if (!answers.isAway) account()?.invalidate();
  });
}

/** Has the browser ask before the page is left. */
function stay(event: Event): void {
  event.preventDefault();
}
