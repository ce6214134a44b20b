import { flushSync } from 'react-dom';
import { count } from '#api/client-count.ts';
import type { Application } from '#application/run.ts';
import { isOnlyHere } from '#application/select.ts';
import { readFields } from '#ui/use-adopt-typed.ts';
import { report, watchForErrors } from './unforeseen.ts';

/** Listens to the page: it is hidden, shown, online again. */
export function watchThePage(application: Application): void {
  const { state, device } = application;
  watchForErrors();
  device.subscribe(() => {
    const status = device.getStatus();
    if (status.kind !== 'memory-only') return;
    if (status.reason === 'full') report('storage');
    if (status.reason === 'blocked') count('storage-blocked');
  });
  // Deliver pending changes first, so that the next key or press, above all Tab, acts on an up-to-date page.
  for (const event of ['keydown', 'pointerdown'] as const)
    addEventListener(event, application.settle, { capture: true, passive: true });
  // Then whatever is pressed next (Submit, Save, Continue, a link) acts on the filled-in values.
  for (const event of ['click', 'submit'] as const)
    addEventListener(event, () => flushSync(readFields), true);
  addEventListener('focusout', readFields, true);
  const leave = () => {
    readFields();
    application.saveBeforeLeaving();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') return leave();
    look();
    void application.wake();
  });
  // Registered only while it is needed: browsers do not cache a page with it for going back.
  application.subscribe(() => {
    const change = isOnlyHere(state) ? addEventListener : removeEventListener;
    change('beforeunload', stay);
  });
  addEventListener('pagehide', leave);
  // A message may have been lost while this page could not run.
  const look = () => {
    application.check();
    const isKnown = application.catchUp();
    // A page that cannot follow starts again.
    if (device.isBehind) coverUntil(isKnown.then(() => (device.isBehind ? location.reload() : undefined)));
  };
  addEventListener('pageshow', look);
  addEventListener('focus', look);
  addEventListener('online', () => void application.wake());
  addEventListener('dragover', refuseFiles);
}

/** Beside a place for files, a browser would open a dropped file over the form. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  if (defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}

/** Another tab has logged somebody in or out: nothing of a person may be seen before this page has followed. */
function coverUntil(isKnown: Promise<void>): void {
  const { style } = document.documentElement;
  style.visibility = 'hidden';
  void isKnown.finally(() => requestAnimationFrame(() => style.removeProperty('visibility')));
}

/** Makes the browser ask before the page is left. */
function stay(event: Event): void {
  event.preventDefault();
}
