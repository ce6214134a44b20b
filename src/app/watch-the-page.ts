import type { Application } from '#application/run.ts';
import { isOnlyHere } from '#application/select.ts';
import { report, watchForErrors } from './unforeseen.ts';

/** Listens to the page: the applicant is active, hides it, shows it, is online again. */
export function watchThePage(application: Application): void {
  const { state, device } = application;
  watchForErrors();
  device.subscribe(() => {
    const status = device.getStatus();
    if (status.kind === 'memory-only' && status.reason === 'full') report('storage');
  });
  for (const event of ['pointerdown', 'keydown', 'input', 'scroll'] as const)
    addEventListener(event, application.noticeActivity, { capture: true, passive: true });
  // Deliver pending changes first, so that the next key or press, above all Tab, meets an up-to-date page.
  for (const event of ['keydown', 'pointerdown'] as const)
    addEventListener(event, application.tell, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') application.saveBeforeLeaving();
    else void application.wake();
  });
  // Registered only while it is needed: browsers do not keep a page with it for going back.
  application.subscribe(() => {
    const change = isOnlyHere(state) ? addEventListener : removeEventListener;
    change('beforeunload', stay);
  });
  addEventListener('pagehide', () => application.saveBeforeLeaving());
  addEventListener('pageshow', () => application.check());
  addEventListener('online', () => void application.wake());
}

/** Has the browser ask before the page is left. */
function stay(event: Event): void {
  event.preventDefault();
}
