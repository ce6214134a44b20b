import type { Clock } from './clock.ts';

const LOCK = '$lease/outbox';
/** A tab that holds the lock for longer is frozen or has a slow line, or the locks do not answer. */
const PATIENCE_MS = 10_000;

/**
 * Lets one tab at a time send, so that two tabs do not send the same. Without locks, or once it has waited for too long, a tab
 * sends all the same: of two conditional requests, the server refuses one.
 */
export function inTurn(clock: Clock, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return new Promise((resolve, reject) => {
    const waiting = new AbortController();
    let running: Promise<void> | undefined;
    const begin = () => {
      stop();
      running ??= work();
      return running.then(resolve, reject);
    };
    // A lock that is refused is not waited for.
    const ask = (options: LockOptions) => void locks.request(LOCK, options, begin).catch(begin);
    const stop = clock.after(PATIENCE_MS, () => {
      waiting.abort();
      ask({ steal: true });
      void begin();
    });
    ask({ signal: waiting.signal });
  });
}
