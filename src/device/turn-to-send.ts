// Lets one tab send: it holds a lock while it has requests on their way, and is the sender in `$turn`.
import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import { changeSender, withoutSender, storedTurn, withSender } from './sender.ts';

const LOCK = '$lease/outbox';
/**
 * Other tabs wait this long for a request. A tab that holds the lock for longer is frozen, or the locks do not answer.
 */
const PATIENCE_MS = 10_000;

/**
 * The lock only shows whether a tab has a request on its way; a crashed tab loses it at once. The sender in `$turn`
 * decides: a tab that has slept for too long no longer holds the lock, and notes nothing as sent.
 */
export function makeTurnToSend(
  device: Pick<Device, 'transact' | 'isKept' | 'isShared'>,
  clock: Clock,
  tab: string,
) {
  const { transact } = device;
  /** If nothing can be stored, there is no turn. */
  const read = async () => (device.isKept || device.isShared ? storedTurn(transact) : undefined);
  /** The browser has no locks, or refuses them, or does not answer. */
  let isSilent = !('locks' in navigator);

  /** Resolves to a function that returns the lock, and whether nobody had it any more. */
  function lock(isNobodys: boolean) {
    return new Promise<{ readonly release: () => void; readonly isFree: boolean }>((resolve) => {
      let release = () => {};
      const held = new Promise<void>((end) => (release = end));
      const waiting = new AbortController();
      const { signal } = waiting;
      const stop = clock.after(isSilent && isNobodys ? 0 : PATIENCE_MS, () => {
        giveUp();
        ask({ steal: true });
      });
      function giveUp() {
        isSilent = true;
        waiting.abort();
        resolve({ release, isFree: false });
      }
      function ask(options: LockOptions) {
        if (!('locks' in navigator)) return;
        navigator.locks.request(LOCK, options, take).catch(() => {
          // It is refused, or another tab has stolen it.
          if (signal.aborted || !isNobodys) return;
          stop();
          giveUp();
        });
      }
      function take() {
        stop();
        isSilent = false;
        resolve({ release, isFree: !signal.aborted });
        // From now on, a lost lock was stolen.
        waiting.abort();
        return held;
      }
      ask({ signal });
    });
  }

  return {
    /** Whether this tab still sends. Ask before a request. */
    async isHere(): Promise<boolean> {
      const turn = await read();
      return turn === undefined || turn.sender === tab;
    },

    /** @returns false when another tab sends */
    async run(work: () => Promise<void>): Promise<boolean> {
      const seen = await read();
      const { release, isFree } = await lock(seen?.sender === undefined || seen.sender === tab);
      try {
        const last = isFree ? await read() : seen;
        // If nothing can be stored, only the lock decides.
        if (last && !(await changeSender(transact, (stored) => withSender(stored, last, tab)))) return false;
        await work();
        return true;
      } finally {
        release();
        // Without locks, a sender counts as having a request on its way.
        if (isSilent) await changeSender(transact, (stored) => withoutSender(stored, tab));
      }
    },
  };
}
