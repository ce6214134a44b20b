import { promisifyRequest } from 'idb-keyval';
import { isSealed, SCHEMA } from './cipher.ts';
import { Connection } from './connection.ts';
import { DeviceFullError, DeviceNewerError } from './errors.ts';
import {
  isKeyringRecord,
  KEYRING,
  newKeyringRecord,
  openKeyring,
  readKeyring,
  type Keyring,
} from './keyring.ts';
import { forgetLeft, Parting, readLeft } from './parting.ts';
import { randomId } from './random-id.ts';
import type { Stamp } from './stamp.ts';

/** Whether writes are stored, and if not, why. */
export type DeviceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory-only'; readonly reason: 'blocked' | 'full' | 'newer' | 'shared-computer' };

export interface DeviceRecord {
  /** A write with the stamp `''` replaces any stored record. */
  readonly stamp: Stamp;
  /** JSON or bytes; `undefined` deletes the stored record unless its stamp is later. */
  readonly value: unknown;
}

/** New records by name. A stored record with a later stamp is left as it is. */
export type Writes = ReadonlyMap<string, DeviceRecord>;

/**
 * The result of a write. `anew`: the browser had cleared the storage, so the caller must write everything again.
 * `replaced`: another tab wiped the device; nothing was written. `off`: this device is set to store nothing.
 */
export interface Outcome {
  readonly kind: 'written' | 'anew' | 'replaced' | 'failed' | 'off';
  /** The device's pulse after this write; absent when the write changed nothing. */
  readonly pulse?: number;
}

/** Internals that `sender-lease.ts` uses. */
export interface Inside {
  readonly connection: Connection;
  /** Whether records may be written now. */
  readonly isKept: () => boolean;
}

const OPEN_WITHIN_MS = 2000;
/** Records under this prefix are deleted when storage is full. */
const DISPENSABLE = 'cache/';
const ASIDE = '$aside/';
const PULSE = '$pulse';

/**
 * Encrypted records on this device. Storage errors are never thrown: the status becomes `memory-only`, and the caller
 * continues in memory.
 */
export class Device {
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  readonly #parting = new Parting();
  #keyring: Keyring | undefined;
  #status: DeviceStatus = { kind: 'opening' };
  #opening: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  /** Storage missed its deadline: calls no longer wait for it until it opens. */
  #isLate = false;

  constructor(name = 'application') {
    this.#connection = new Connection(name);
  }

  readonly getStatus = (): DeviceStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the storage. The status is settled within two seconds; storage that opens later is used from then on. */
  async open(): Promise<void> {
    this.#opening ??= this.#open();
    await this.#inTime(this.#opening);
  }

  async #inTime(opening: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#isLate = true;
        this.#set({ kind: 'memory-only', reason: 'blocked' });
        resolve();
      }, OPEN_WITHIN_MS);
    });
    await Promise.race([opening, late]);
    clearTimeout(timer);
  }

  /** Returns the keyring. Retries a failed open, and waits for it unless storage missed its last deadline. */
  async #ready(): Promise<Keyring | undefined> {
    if (this.#keyring !== undefined) return this.#keyring;
    this.#reopening ??= this.reopen().finally(() => {
      this.#reopening = undefined;
    });
    if (!this.#isLate) await this.#inTime(this.#reopening);
    return this.#keyring;
  }

  /** Opens again: after a failure, or to load a keyring that another tab has replaced. */
  async reopen(): Promise<void> {
    this.#opening = (this.#opening ?? Promise.resolve()).then(() => this.#open());
    await this.#opening;
  }

  async #open(): Promise<void> {
    try {
      this.#keyring = await openKeyring(this.#connection);
      this.#isLate = false;
      await this.#takeLeft(this.#keyring);
      void this.#parting.prepare(this.#keyring);
      this.#set(
        this.#keyring.record.isShared ? { kind: 'memory-only', reason: 'shared-computer' } : { kind: 'kept' },
      );
    } catch (error) {
      this.#keyring = undefined;
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
    }
  }

  /** Saves these at once, for a page that may be about to end before its writes finish. */
  leave(writes: Writes): void {
    this.#parting.leave(writes);
  }

  /** Deletes the copy made by `leave`, once its records are stored or dropped. */
  withdraw(): void {
    this.#parting.withdraw();
    if (this.#keyring !== undefined) void this.#parting.prepare(this.#keyring);
  }

  /** Stores the records that ended pages left in local storage. */
  async #takeLeft(keyring: Keyring): Promise<void> {
    const { names, writes } = await readLeft(keyring);
    const outcome = writes.size > 0 ? await this.write(writes) : undefined;
    if (outcome?.kind !== 'failed') forgetLeft(names);
  }

  /** For `sender-lease.ts`, which is loaded only for accounts. */
  get inside(): Inside {
    return { connection: this.#connection, isKept: () => this.#keyring?.cipher !== undefined };
  }

  /**
   * Reads the records under these prefixes. A damaged record is set aside and the others are returned; one of a newer
   * schema is left untouched.
   *
   * @param known the stamp known to the caller, per name: a stored record is only returned if its stamp is later
   * @returns `replaced` when another tab has wiped the device, `failed` when it cannot be read, `off` when it stores
   *   nothing
   */
  async read(
    prefixes: readonly string[],
    known?: (name: string) => Stamp | undefined,
  ): Promise<ReadonlyMap<string, DeviceRecord> | 'replaced' | 'failed' | 'off'> {
    const keyring = await this.#ready();
    if (keyring === undefined) return 'failed';
    const { cipher } = keyring;
    if (cipher === undefined) return 'off';
    const records = new Map<string, DeviceRecord>();
    const damaged = new Map<string, unknown>();
    try {
      const { kept, found } = await this.#connection.run('readonly', async (store) => {
        const parts = await Promise.all([
          promisifyRequest<unknown>(store.get(KEYRING)),
          ...prefixes.flatMap((prefix) => {
            const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
            return [promisifyRequest(store.getAllKeys(range)), promisifyRequest(store.getAll(range))];
          }),
        ]);
        return { kept: parts[0], found: parts.slice(1) };
      });
      if (isKeyringRecord(kept) && kept.epoch !== keyring.record.epoch) return 'replaced';
      await Promise.all(
        pairs(found).map(async ([name, value]) => {
          const seen = known?.(name);
          if (!isSealed(value) || (seen !== undefined && value.stamp <= seen)) return;
          try {
            records.set(name, { stamp: value.stamp, value: await cipher.open(name, value) });
          } catch {
            damaged.set(name, value);
          }
        }),
      );
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return 'failed';
    }
    if (damaged.size > 0) await this.#setAside(damaged);
    return records;
  }

  /** Writes all records or none. Resolves once they are on disk, or the write has failed. */
  async write(writes: Writes): Promise<Outcome> {
    const keyring = await this.#ready();
    if (keyring === undefined) return { kind: 'failed' };
    const { cipher } = keyring;
    if (cipher === undefined) return { kind: 'off' };
    const sealed = await Promise.all(
      [...writes].map(
        async ([name, { stamp, value }]) =>
          [name, stamp, value === undefined ? undefined : await cipher.seal(name, stamp, value)] as const,
      ),
    );
    const attempt = () =>
      this.#connection.run('readwrite', async (store): Promise<Outcome> => {
        const kept = await promisifyRequest<unknown>(store.get(KEYRING));
        const isAnew = kept === undefined;
        if (isAnew) store.put(keyring.record, KEYRING);
        else if (!isKeyringRecord(kept) || kept.epoch !== keyring.record.epoch) return { kind: 'replaced' };
        let isChanged = isAnew;
        for (const [name, stamp, value] of sealed) {
          const old = await promisifyRequest<unknown>(store.get(name));
          if (
            stamp !== '' &&
            isSealed(old) &&
            (value === undefined ? old.stamp > stamp : old.stamp >= stamp)
          ) {
            continue;
          }
          if (old !== undefined && !isSealed(old)) store.put(old, `${ASIDE}${name}/${randomId()}`);
          if (value === undefined) store.delete(name);
          else store.put(value, name);
          isChanged = true;
        }
        const kind = isAnew ? 'anew' : 'written';
        return isChanged ? { kind, pulse: await putNextPulse(store) } : { kind };
      });
    try {
      const outcome = await attempt().catch(async (error: unknown) => {
        if (!(error instanceof DeviceFullError)) throw error;
        await this.#makeRoom();
        return attempt();
      });
      if (outcome.kind !== 'replaced') this.#set({ kind: 'kept' });
      return outcome;
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return { kind: 'failed' };
    }
  }

  /** A counter that every write of any tab raises; `undefined` when it cannot be read. */
  async pulse(): Promise<number | undefined> {
    if (this.#keyring?.cipher === undefined) return undefined;
    const pulse = await this.#connection
      .run('readonly', (store) => promisifyRequest<unknown>(store.get(PULSE)))
      .catch(() => undefined);
    return typeof pulse === 'number' ? pulse : undefined;
  }

  /**
   * Deletes every record that `isKept` does not accept, and starts a new epoch: other tabs can no longer write their
   * old data. If no record is kept, the key is replaced too, so that traces on the disk stay unreadable.
   */
  async wipe(isKept: (name: string) => boolean = () => false): Promise<void> {
    await this.#replace(isKept, this.#keyring?.record.isShared ?? false);
  }

  /** Turns storing on this device off or on again, also across restarts. Either way all records are deleted. */
  async setShared(isShared: boolean): Promise<void> {
    await this.#replace(() => false, isShared);
  }

  async #replace(isKept: (name: string) => boolean, isShared: boolean): Promise<void> {
    const present = this.#keyring?.record;
    const isKeyStorable = !(present?.key instanceof Uint8Array);
    const fresh = await newKeyringRecord(isShared, isKeyStorable);
    try {
      await this.#connection.run('readwrite', async (store) => {
        const names = await promisifyRequest(store.getAllKeys());
        let hasKept = false;
        for (const name of names) {
          if (name === KEYRING || name === PULSE) continue;
          if (typeof name === 'string' && !name.startsWith('$') && isKept(name)) hasKept = true;
          else store.delete(name);
        }
        const key = hasKept && !isShared ? present?.key : fresh.key;
        store.put({ v: SCHEMA, epoch: fresh.epoch, isShared, ...(key !== undefined && { key }) }, KEYRING);
        await putNextPulse(store);
      });
      this.#keyring = await readKeyring(this.#connection);
      forgetLeft();
      // A new epoch makes the old key stream useless; a shared computer must get none.
      await this.#parting.prepare(this.#keyring);
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return;
    }
    this.#set(isShared ? { kind: 'memory-only', reason: 'shared-computer' } : { kind: 'kept' });
  }

  /** Asks the browser not to evict our data. */
  async persist(): Promise<void> {
    await navigator.storage?.persist?.().catch(() => false);
  }

  async #makeRoom(): Promise<void> {
    const range = IDBKeyRange.bound(DISPENSABLE, `${DISPENSABLE}\uffff`);
    await this.#connection.run('readwrite', (store) => void store.delete(range));
  }

  async #setAside(damaged: ReadonlyMap<string, unknown>): Promise<void> {
    console.warn(`${damaged.size} of the records on this device could not be read and were set aside.`);
    await this.#connection
      .run('readwrite', (store) => {
        for (const [name, value] of damaged) {
          store.put(value, `${ASIDE}${name}/${randomId()}`);
          store.delete(name);
        }
      })
      .catch(() => undefined);
  }

  #set(status: DeviceStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

async function putNextPulse(store: IDBObjectStore): Promise<number> {
  const pulse = await promisifyRequest<unknown>(store.get(PULSE));
  const next = typeof pulse === 'number' ? pulse + 1 : 1;
  store.put(next, PULSE);
  return next;
}

/** Pairs names with values: the lists of each alternate in `found`. */
function pairs(found: readonly unknown[]): (readonly [string, unknown])[] {
  return found.flatMap((names, index) => {
    const values = found[index + 1];
    if (index % 2 === 1 || !Array.isArray(names) || !Array.isArray(values)) return [];
    return names.map((name, position): readonly [string, unknown] => [String(name), values[position]]);
  });
}

function reasonOf(error: unknown): 'blocked' | 'full' | 'newer' {
  if (error instanceof DeviceNewerError) return 'newer';
  return error instanceof DeviceFullError ? 'full' : 'blocked';
}
