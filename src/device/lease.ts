import { del, get, set } from 'idb-keyval';
import { clock } from './clock.ts';
import type { Device } from './device.ts';
import { propertiesOf, within } from './store.ts';

const HEARTBEAT_MS = 1500;
/** A holder without a heartbeat for this long is frozen or gone. */
const LEASE_MS = 6000;

interface Held {
  readonly holder: string;
  readonly beat: number;
}

/** Whether this tab still holds the lease; ask before each step that two tabs must not both do. */
type IsStillMine = () => Promise<boolean>;

/**
 * Runs work in one tab at a time. Where the browser has Web Locks, a lock decides: a tab that crashes loses it at
 * once. A frozen tab keeps its lock, so the holder also writes a heartbeat, and a lock without one is stolen. Without
 * Web Locks, or where they do not answer, the heartbeat alone decides. It has stopped if it does not change while
 * watched; the clock may jump.
 */
export class Lease {
  readonly #record: string;
  readonly #tab: string;
  readonly #device: Pick<Device, 'transact' | 'isKept'>;
  #seen: { readonly mark: string; readonly since: number } | undefined;
  #areLocksSilent = false;

  constructor(device: Pick<Device, 'transact' | 'isKept'>, name: string, tab: string) {
    this.#record = `$lease/${name}`;
    this.#tab = tab;
    this.#device = device;
  }

  /** @returns false when another tab holds the lease */
  async run(work: (isStillMine: IsStillMine) => Promise<void>): Promise<boolean> {
    const locks: LockManager | undefined = navigator.locks;
    if (locks !== undefined && !this.#areLocksSilent) {
      const isLed = await this.#byLock(locks, work);
      if (isLed !== undefined) return isLed;
      this.#areLocksSilent = true;
    }
    const holder = await this.#holder();
    if (holder !== undefined && holder.holder !== this.#tab && !this.#isStalled(holder)) return false;
    return this.#lead(work);
  }

  /** @returns undefined when the browser does not answer; then nothing has run, and nothing will */
  async #byLock(
    locks: LockManager,
    work: (isStillMine: IsStillMine) => Promise<void>,
  ): Promise<boolean | undefined> {
    let isGivenUp = false;
    let stopWaiting: () => void = () => undefined;
    const silence = new Promise<undefined>((resolve) => {
      stopWaiting = clock.after(LEASE_MS, () => {
        isGivenUp = true;
        resolve(undefined);
      });
    });
    const answered = locks.request(this.#record, { ifAvailable: true }, (lock) => {
      stopWaiting();
      // An answer after the timer: the tab was frozen, and the locks are not silent.
      this.#areLocksSilent = false;
      return lock === null || isGivenUp ? false : this.#lead(work);
    });
    const isLed = await Promise.race([answered, silence]);
    if (isLed !== false || !this.#isStalled(await this.#holder())) return isLed;
    return locks.request(this.#record, { steal: true }, () => this.#lead(work));
  }

  async #lead(work: (isStillMine: IsStillMine) => Promise<void>): Promise<true> {
    this.#seen = undefined;
    // Start from the current time: another tab must not take this beat for one of an earlier lead.
    let beat = clock.elapsed();
    await this.#write({ holder: this.#tab, beat });
    const stop = clock.every(HEARTBEAT_MS, () => {
      beat += 1;
      void this.#write({ holder: this.#tab, beat }, true);
    });
    try {
      await work(async () => (await this.#holder())?.holder === this.#tab || !this.#device.isKept);
    } finally {
      stop();
      await this.#write(undefined, true);
    }
    return true;
  }

  #isStalled(lease: Held | undefined): boolean {
    const mark = lease === undefined ? '' : `${lease.holder} ${lease.beat}`;
    if (this.#seen?.mark !== mark) this.#seen = { mark, since: clock.elapsed() };
    return clock.elapsed() - this.#seen.since >= LEASE_MS;
  }

  async #holder(): Promise<Held | undefined> {
    if (!this.#device.isKept) return undefined;
    const held = await get<unknown>(this.#record, this.#device.transact).catch(() => undefined);
    return isHeld(held) ? held : undefined;
  }

  /** @param isOnlyIfMine writes only while this tab holds the lease, for heartbeats and for the release */
  async #write(next: Held | undefined, isOnlyIfMine = false): Promise<void> {
    if (!this.#device.isKept) return;
    await this.#device
      .transact('readwrite', async (store) => {
        const kept = await get<unknown>(this.#record, within(store));
        if (isOnlyIfMine && (!isHeld(kept) || kept.holder !== this.#tab)) return;
        await (next === undefined
          ? del(this.#record, within(store))
          : set(this.#record, next, within(store)));
      })
      .catch(() => undefined);
  }
}

function isHeld(value: unknown): value is Held {
  const { holder, beat } = propertiesOf(value);
  return typeof holder === 'string' && typeof beat === 'number';
}
