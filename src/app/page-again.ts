import { Workbox } from 'workbox-window';
import { count } from '#api/client-count.ts';
import { NetworkError } from '#api/errors.ts';
import { releaseAtServer, releaseHere } from '#api/release-at-server.ts';
import type { Application } from '#application/run.ts';
import { SKIP_WAITING } from '#sw/messages.ts';

/** An open page checks for a new release once an hour; after other events, at most every ten minutes. */
const LOOK_AGAIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
/** At the root, so that the worker controls every page. */
const WORKER = '/sw.js';
/** Chromium keeps the old worker for half a minute while it passes on a request. */
const SENDING_PATIENCE_MS = 3000;

/** Offers the other release if the server has one. Call when a script did not load. */
export async function offerOther(offer: () => void): Promise<void> {
  const there = await releaseAtServer();
  if (there !== undefined && there !== releaseHere()) offer();
}

/** Switches to the new release that the applicant has accepted. Throws as `loadAgain` does. */
export async function accept(application: Application): Promise<void> {
  await application.save(SENDING_PATIENCE_MS);
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
  if (!waiting || !isControlled()) {
    waiting?.postMessage(SKIP_WAITING);
    count('updated');
    return loadAgain();
  }
  // A waiting worker that takes over reloads all tabs. A request through the old one could delay that by half a minute.
  navigator.serviceWorker.addEventListener('controllerchange', () => count('updated'), { once: true });
  waiting.postMessage(SKIP_WAITING);
}

/** Loads the page again. Throws a `NetworkError` if it cannot be loaded. */
export async function loadAgain(): Promise<void> {
  if (!(await isPageThere())) throw new NetworkError('The page cannot be loaded.');
  reloadInPlace();
}

/** Loads the page again if the server itself has it, and resolves to whether it has. */
export async function loadIfServed(): Promise<boolean> {
  const isServed = (await releaseAtServer()) !== undefined;
  if (isServed) reloadInPlace();
  return isServed;
}

/**
 * Loads the page of a screen that did not load, as `loadAgain` does, if nothing is lost by it. A browser does not fetch
 * a failed script again, so that the whole page is loaded.
 *
 * @param href where the applicant was going; they may have gone elsewhere since
 */
export async function loadMissed(application: Application, offer: () => void, href: string): Promise<void> {
  const isThere = await isPageThere();
  if (location.href !== href) return;
  if (!isThere) throw new NetworkError('The page cannot be loaded.');
  const isKept = application.device.getStatus().kind !== 'memory-only';
  if (isKept) void application.save(0).finally(() => location.reload());
  else offer();
}

/** Reloads the page and leads back to the focused question: its key becomes the hash of the address. */
function reloadInPlace(): void {
  const name = document.activeElement?.getAttribute('name') ?? '';
  const [key = ''] = name.split('-');
  if (key !== '') history.replaceState(history.state, '', `#${key}`);
  location.reload();
}

/** Whether a page can be loaded, from the worker's cache or from the server. */
async function isPageThere(): Promise<boolean> {
  return isControlled() || (await releaseAtServer()) !== undefined;
}

export async function watchReleases(application: Application, offer: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { clock } = application;
  const workbox = new Workbox(WORKER);
  workbox.addEventListener('waiting', offer);
  // On a first visit, the worker that takes control replaces none, so nothing reloads.
  let hasWorker = isControlled();
  workbox.addEventListener('controlling', () => {
    // The applicant has accepted the release, in any tab. All tabs save what was typed, and reload.
    if (hasWorker) void application.save(0).finally(reloadInPlace);
    hasWorker = true;
  });
  // Without a worker, only the offline start is missing. The next visit tries again.
  await workbox.register().catch(() => undefined);
  let lookedAt = clock.elapsed();
  const look = () => {
    if (clock.elapsed() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = clock.elapsed();
    // Offline, or if the new release is broken, the present one stays.
    void workbox.update().catch(() => undefined);
  };
  clock.every(LOOK_EVERY_MS, look);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

function isControlled(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}
