import { Workbox } from 'workbox-window';
import type { Clock } from '#device/clock.ts';

/** An open page checks for a new release once an hour; after other events, at most every ten minutes. */
const LOOK_AGAIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
/** At the root, so that it controls every page. */
const WORKER = '/sw.js';

/**
 * Registers the worker, and checks for new releases.
 *
 * @param onWaiting a new release is installed and waits
 * @param onReplaced the new release has taken over, accepted in this tab or in another one
 */
export async function watchReleases(
  clock: Clock,
  onWaiting: () => void,
  onReplaced: () => void,
): Promise<void> {
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
