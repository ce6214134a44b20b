import { del, get, set } from 'idb-keyval';
import { clock } from './clock.ts';
import type { Device } from './device.ts';
import { within } from './store.ts';

const HEARTBEAT_MS = 1500;
/** A holder without a heartbeat for this long is frozen or gone. */
const LEASE_MS = 6000;

/** `isStillMine` tells whether this tab still holds the lease; ask before each step that two tabs must not both do. */
type Work = (isStillMine: () => Promise<boolean>) => Promise<void>;

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
  async run(work: Work): Promise<boolean> {
    const locks: LockManager | undefined = navigator.locks;
    if (locks !== undefined && !this.#areLocksSilent) {
      const isLed = await this.#byLock(locks, work);
      if (isLed !== undefined) return isLed;
      this.#areLocksSilent = true;
    }
    const mark = await this.#mark();
    return mark === '' || this.#isMine(mark) || this.#isStalled(mark) ? this.#lead(work) : false;
  }

  /** @returns undefined when the browser does not answer; then nothing has run, and nothing will */
  async #byLock(locks: LockManager, work: Work): Promise<boolean | undefined> {
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
    if (isLed !== false || !this.#isStalled(await this.#mark())) return isLed;
    return locks.request(this.#record, { steal: true }, () => this.#lead(work));
  }

  async #lead(work: Work): Promise<true> {
    this.#seen = undefined;
    // Start from the current time: another tab must not take this beat for one of an earlier lead.
    let beat = clock.elapsed();
    const write = (isFirst = false) => this.#write(`${this.#tab} ${(beat += 1)}`, isFirst);
    await write(true);
    const stop = clock.every(HEARTBEAT_MS, () => void write());
    try {
      await work(async () => !this.#device.isKept || this.#isMine(await this.#mark()));
    } finally {
      stop();
      await this.#write(undefined);
    }
    return true;
  }

  #isMine(mark: unknown): boolean {
    return typeof mark === 'string' && mark.startsWith(`${this.#tab} `);
  }

  #isStalled(mark: string): boolean {
    if (this.#seen?.mark !== mark) this.#seen = { mark, since: clock.elapsed() };
    return clock.elapsed() - this.#seen.since >= LEASE_MS;
  }

  /** The tab that holds the lease and its last heartbeat, as text; `''` when nobody does. */
  async #mark(): Promise<string> {
    if (!this.#device.isKept) return '';
    const mark = await get<unknown>(this.#record, this.#device.transact).catch(() => undefined);
    return typeof mark === 'string' ? mark : '';
  }

  /** Heartbeats, and the release (`undefined`), are written only while this tab holds the lease. */
  async #write(mark: string | undefined, isFirst = false): Promise<void> {
    if (!this.#device.isKept) return;
    await this.#device
      .transact('readwrite', async (store) => {
        if (!isFirst && !this.#isMine(await get(this.#record, within(store)))) return;
        await (mark === undefined
          ? del(this.#record, within(store))
          : set(this.#record, mark, within(store)));
      })
      .catch(() => undefined);
  }
}
