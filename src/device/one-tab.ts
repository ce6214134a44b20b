import type { Clock } from './clock.ts';

/** A tab that has the lock for longer is frozen, has a slow connection, or the locks do not answer. */
const PATIENCE_MS = 10_000;

/** Of work that may take long: the tab waits as long as another one has the lock. */
interface LongWait {
  /** Ends the wait: the work begins. */
  readonly signal: AbortSignal;
  /** Called if another tab has the lock. */
  readonly onWait: () => void;
}

/**
 * Does work in one tab at a time, so that two tabs do not send the same. Without locks, or once it has waited for too long, a
 * tab works all the same: of two conditional requests, the server refuses one.
 */
export function inOneTab(
  lock: string,
  clock: Clock,
  work: () => Promise<void>,
  longWait?: LongWait,
): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return new Promise((resolve, reject) => {
    let running: Promise<void> | undefined;
    const begin = () => {
      stop();
      running ??= work();
      return running.then(resolve, reject);
    };
    const wait = () => {
      if (longWait === undefined) return ask({});
      stop();
      longWait.onWait();
      ask({ signal: longWait.signal });
    };
    // A lock that is refused is not waited for.
    const ask = (options: LockOptions) =>
      void locks.request(lock, options, (held) => (held === null ? wait() : begin())).catch(begin);
    const stop = clock.after(PATIENCE_MS, () => {
      ask({ steal: true });
      void begin();
    });
    ask({ ifAvailable: true });
  });
}
