import { promisifyRequest } from 'idb-keyval';
import { clock } from './clock.ts';
import type { Connection } from './connection.ts';
import type { Device } from './device.ts';

const HEARTBEAT_MS = 1500;
/** A holder whose heart has not beaten for so long is frozen or gone. */
const LEASE_MS = 6000;

interface Lease {
  readonly holder: string;
  readonly beat: number;
}

/** Whether the holder still is the only one; asked before each thing that must not happen twice at once. */
export type IsStillMine = () => Promise<boolean>;

/**
 * Runs work in one tab at a time. Web Locks decide where there are any: a tab that crashes loses its lock at
 * once. One that freezes keeps it, so there is a heartbeat beside the lock, and the lock is taken from a tab
 * whose heart stands still; without Web Locks the heartbeat alone decides. It is judged by watching it, not by
 * the clock, which may jump.
 */
export class SenderLease {
  readonly #record: string;
  readonly #tab: string;
  readonly #connection: Connection;
  readonly #isKept: () => boolean;
  #seen: { readonly mark: string; readonly since: number } | undefined;

  constructor(name: string, tab: string, connection: Connection, isKept: () => boolean) {
    this.#record = `$lease/${name}`;
    this.#tab = tab;
    this.#connection = connection;
    this.#isKept = isKept;
  }

  /** @returns false when another tab is at it */
  async run(work: (isStillMine: IsStillMine) => Promise<void>): Promise<boolean> {
    const locks: LockManager | undefined = navigator.locks;
    if (locks === undefined) {
      const holder = await this.#holder();
      if (holder !== undefined && holder.holder !== this.#tab && !this.#isStandingStill(holder)) return false;
      return this.#lead(work);
    }
    const isLed = await locks.request(this.#record, { ifAvailable: true }, (lock) =>
      lock === null ? false : this.#lead(work),
    );
    if (isLed || !this.#isStandingStill(await this.#holder())) return isLed;
    return locks.request(this.#record, { steal: true }, () => this.#lead(work));
  }

  async #lead(work: (isStillMine: IsStillMine) => Promise<void>): Promise<true> {
    this.#seen = undefined;
    // No beat is like one of an earlier lead, which another tab may have seen last.
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

  /** A heart only beats on, and a lease is only given back, while it is still this tab's. */
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

/** One sender at a time over all tabs of this device. */
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
