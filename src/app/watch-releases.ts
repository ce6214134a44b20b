import { Workbox } from 'workbox-window';
import type { Clock } from '#device/clock.ts';

/** An open page looks for a new release so often at most, and by itself once an hour. */
const LOOK_AGAIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
/** At the root, so that it answers for every page. */
const WORKER = '/sw.js';

/**
 * Registers the worker, and goes on looking for new ones.
 *
 * @param onWaiting a new release is there, and waits
 * @param onReplaced it has taken over, accepted in this tab or in another one
 */
export async function watchReleases(
  clock: Clock,
  onWaiting: () => void,
  onReplaced: () => void,
): Promise<void> {
  const workbox = new Workbox(WORKER);
  workbox.addEventListener('waiting', onWaiting);
  // The first worker takes over from none.
  let hasWorker = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('controlling', () => {
    if (hasWorker) onReplaced();
    hasWorker = true;
  });
  // Without it everything works but the start off line; the next visit tries again.
  await workbox.register().catch(() => undefined);
  let lookedAt = clock.elapsed();
  const look = () => {
    if (clock.elapsed() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = clock.elapsed();
    // Off line, or a release that is broken: the present one goes on.
    void workbox.update().catch(() => undefined);
  };
  clock.every(LOOK_EVERY_MS, look);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
