import { promisifyRequest } from 'idb-keyval';
import { clock } from './clock.ts';
import type { Connection } from './connection.ts';
import type { Device } from './device.ts';

const HEARTBEAT_MS = 1500;
/** A holder without a heartbeat for this long is frozen or gone. */
const LEASE_MS = 6000;

interface Lease {
  readonly holder: string;
  readonly beat: number;
}

/** Whether this tab still holds the lease; ask before each step that two tabs must not both do. */
export type IsStillMine = () => Promise<boolean>;

/**
 * Runs work in one tab at a time. Where the browser has Web Locks, a lock decides: a tab that crashes loses it at
 * once. A frozen tab keeps its lock, so the holder also writes a heartbeat, and a lock without one is stolen. Without
 * Web Locks, or where they do not answer, the heartbeat alone decides. It has stopped if it does not change while
 * watched; the clock may jump.
 */
export class SenderLease {
  readonly #record: string;
  readonly #tab: string;
  readonly #connection: Connection;
  readonly #isKept: () => boolean;
  #seen: { readonly mark: string; readonly since: number } | undefined;
  #areLocksSilent = false;

  constructor(name: string, tab: string, connection: Connection, isKept: () => boolean) {
    this.#record = `$lease/${name}`;
    this.#tab = tab;
    this.#connection = connection;
    this.#isKept = isKept;
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
    if (holder !== undefined && holder.holder !== this.#tab && !this.#isStandingStill(holder)) return false;
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
    if (isLed !== false || !this.#isStandingStill(await this.#holder())) return isLed;
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
      await work(async () => (await this.#holder())?.holder === this.#tab || !this.#isKept());
    } finally {
      stop();
      await this.#write(undefined, true);
    }
    return true;
  }

  #isStandingStill(lease: Lease | undefined): boolean {
    const mark = lease === undefined ? '' : `${lease.holder} ${lease.beat}`;
    if (this.#seen?.mark !== mark) this.#seen = { mark, since: clock.elapsed() };
    return clock.elapsed() - this.#seen.since >= LEASE_MS;
  }

  async #holder(): Promise<Lease | undefined> {
    if (!this.#isKept()) return undefined;
    const lease = await this.#connection
      .run('readonly', (store) => promisifyRequest<unknown>(store.get(this.#record)))
      .catch(() => undefined);
    return isLease(lease) ? lease : undefined;
  }

  /** @param isOnlyIfMine writes only while this tab holds the lease, for heartbeats and for the release */
  async #write(lease: Lease | undefined, isOnlyIfMine = false): Promise<void> {
    if (!this.#isKept()) return;
    await this.#connection
      .run('readwrite', async (store) => {
        const kept = await promisifyRequest<unknown>(store.get(this.#record));
        if (isOnlyIfMine && (!isLease(kept) || kept.holder !== this.#tab)) return;
        if (lease === undefined) store.delete(this.#record);
        else store.put(lease, this.#record);
      })
      .catch(() => undefined);
  }
}

/** A lease by which one tab of this device works at a time. */
export function senderLease(device: Device, name: string, tab: string): SenderLease {
  const { connection, isKept } = device.inside;
  return new SenderLease(name, tab, connection, isKept);
}

function isLease(value: unknown): value is Lease {
  return (
    typeof value === 'object' &&
    value !== null &&
    'holder' in value &&
    typeof value.holder === 'string' &&
    'beat' in value &&
    typeof value.beat === 'number'
  );
}
