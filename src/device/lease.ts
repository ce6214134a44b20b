import { del, get, set } from 'idb-keyval';
import { clock } from './clock.ts';
import type { Device } from './device.ts';
import { within } from './store.ts';

const HEARTBEAT_MS = 1500;
/** A holder without a heartbeat for this long is frozen or gone. */
const LEASE_MS = 6000;

/** `isStillMine` tells whether this tab still holds the lease; ask before each step that two tabs must not both do. */
type Work = (isStillMine: () => Promise<boolean>) => Promise<void>;

export type Lease = ReturnType<typeof makeLease>;

/**
 * Runs work in one tab at a time. Where the browser has Web Locks, a lock decides: a tab that crashes loses it at
 * once. A frozen tab keeps its lock, so the holder also writes a heartbeat, and a lock without one is stolen. Without
 * Web Locks, or where they do not answer, the heartbeat alone decides. It has stopped if it does not change while
 * watched; the clock may jump.
 */
export function makeLease(device: Pick<Device, 'transact' | 'isKept'>, name: string, tab: string) {
  const record = `$lease/${name}`;
  const isMine = (mark: unknown) => typeof mark === 'string' && mark.startsWith(`${tab} `);
  let seen: { readonly mark: string; readonly since: number } | undefined;
  let areLocksSilent = false;

  /** @returns undefined when the browser does not answer, or refuses; then nothing has run, and nothing will */
  async function runByLock(locks: LockManager, work: Work): Promise<boolean | undefined> {
    let isGivenUp = false;
    let hasBegun = false;
    let stopWaiting: () => void = () => undefined;
    const silence = new Promise<undefined>((resolve) => {
      stopWaiting = clock.after(LEASE_MS, () => {
        isGivenUp = true;
        resolve(undefined);
      });
    });
    const request = locks.request(record, { ifAvailable: true }, (lock) => {
      stopWaiting();
      // An answer after the timer: the tab was frozen, and the locks are not silent.
      areLocksSilent = false;
      hasBegun = lock !== null && !isGivenUp;
      return hasBegun && lead(work);
    });
    const answered = request.catch((error: unknown) => {
      stopWaiting();
      if (hasBegun) throw error;
      return undefined;
    });
    const isLed = await Promise.race([answered, silence]);
    if (isLed !== false || !isStalled(await markNow())) return isLed;
    return locks.request(record, { steal: true }, () => lead(work));
  }

  async function lead(work: Work): Promise<true> {
    seen = undefined;
    // Start from the current time: another tab must not take this beat for one of an earlier lead.
    let beat = clock.elapsed();
    const write = (isFirst = false) => keep(`${tab} ${(beat += 1)}`, isFirst);
    await write(true);
    const stop = clock.every(HEARTBEAT_MS, () => void write());
    try {
      await work(async () => !device.isKept || isMine(await markNow()));
    } finally {
      stop();
      await keep(undefined);
    }
    return true;
  }

  function isStalled(mark: string): boolean {
    if (seen?.mark !== mark) seen = { mark, since: clock.elapsed() };
    return clock.elapsed() - seen.since >= LEASE_MS;
  }

  /** The tab that holds the lease and its last heartbeat, as text; `''` when nobody does. */
  async function markNow(): Promise<string> {
    if (!device.isKept) return '';
    const mark = await get<unknown>(record, device.transact).catch(() => undefined);
    return typeof mark === 'string' ? mark : '';
  }

  /** Heartbeats, and the release (`undefined`), are written only while this tab holds the lease. */
  async function keep(mark: string | undefined, isFirst = false): Promise<void> {
    if (!device.isKept) return;
    const work = async (store: IDBObjectStore) => {
      if (!isFirst && !isMine(await get(record, within(store)))) return;
      await (mark === undefined ? del(record, within(store)) : set(record, mark, within(store)));
    };
    await device.transact('readwrite', work).catch(() => undefined);
  }

  return {
    /** @returns false when another tab holds the lease */
    async run(work: Work): Promise<boolean> {
      const locks: LockManager | undefined = navigator.locks;
      if (locks !== undefined && !areLocksSilent) {
        const isLed = await runByLock(locks, work);
        if (isLed !== undefined) return isLed;
        areLocksSilent = true;
      }
      const mark = await markNow();
      return mark === '' || isMine(mark) || isStalled(mark) ? lead(work) : false;
    },
  };
}
