import { Workbox } from 'workbox-window';
import type { Clock } from '#device/clock.ts';
import { releaseAtServer } from '#api/release-at-server.ts';
import { reloadInPlace } from '#first-visit/reload-in-place.ts';
import { SKIP_WAITING } from '#sw/messages.ts';
import { OUT_OF_REACH, type UpdatesParts } from './updates-parts.ts';

/** An open page checks for a new release once an hour; after other events, at most every ten minutes. */
const LOOK_AGAIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
/** At the root, so that it controls every page. */
const WORKER = '/sw.js';

/** While the old worker passes on a request, Chromium keeps it for half a minute, whatever it is told. */
const SENDING_PATIENCE_MS = 3000;

/** Registers the worker, and checks for new releases. */
export async function watch({ clock, saveEverything }: UpdatesParts, offer: () => void): Promise<void> {
  // All tabs reload at once, after everything typed is saved.
  await watchReleases(clock, offer, () => void saveEverything(0).finally(reloadInPlace));
}

/** Offers the other release if the server has one. Call when a script did not come. */
export async function offerOther(offer: () => void): Promise<void> {
  if ((await releaseAtServer()) === 'other') offer();
}

/**
 * Switches to the new release that the applicant has accepted.
 *
 * @returns whether the page is about to be replaced
 */
export async function accept(parts: UpdatesParts): Promise<boolean> {
  await parts.saveEverything(SENDING_PATIENCE_MS);
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
  waiting?.postMessage(SKIP_WAITING);
  // If a waiting worker takes over an open page, that reloads all tabs.
  return (waiting && isControlled()) || loadAgain(parts);
}

/**
 * Loads the page again if it is to be had. If not, the page that is there stays, and says why.
 *
 * @returns whether the page is about to be replaced
 */
export async function loadAgain({ say }: UpdatesParts): Promise<boolean> {
  const isThere = await isPageThere();
  if (isThere) reloadInPlace();
  else say(OUT_OF_REACH);
  return isThere;
}

/**
 * Loads the page of a screen that did not come. A browser does not fetch a failed script again, so that the whole page
 * is loaded, if it is to be had and nothing is lost by it.
 *
 * @param href where the applicant was going; they may have gone elsewhere meanwhile
 */
export async function loadMissed(
  { say, isKept, saveEverything }: UpdatesParts,
  offer: () => void,
  href: string,
): Promise<boolean> {
  const isThere = await isPageThere();
  if (location.href !== href) return false;
  if (!isThere) say(OUT_OF_REACH);
  else if (isKept()) void saveEverything(0).finally(() => location.reload());
  else offer();
  return isThere;
}

/** Whether a page is to be had, from the worker's cache or from the server. */
async function isPageThere(): Promise<boolean> {
  return isControlled() || (await releaseAtServer()) !== undefined;
}

function isControlled(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

/**
 * Registers the worker, and checks for new releases.
 *
 * @param onWaiting a new release is installed and waits
 * @param onReplaced the new release has taken over, accepted in this tab or in another one
 */
async function watchReleases(clock: Clock, onWaiting: () => void, onReplaced: () => void): Promise<void> {
  const workbox = new Workbox(WORKER);
  workbox.addEventListener('waiting', onWaiting);
  // The first worker replaces none.
  let hasWorker = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('controlling', () => {
    if (hasWorker) onReplaced();
    hasWorker = true;
  });
  // Without a worker, only the offline start is missing. The next visit tries again.
  await workbox.register().catch(() => undefined);
  let lookedAt = clock.elapsed();
  const look = () => {
    if (clock.elapsed() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = clock.elapsed();
    // Offline, or a broken release: the present one stays.
    void workbox.update().catch(() => undefined);
  };
  clock.every(LOOK_EVERY_MS, look);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
