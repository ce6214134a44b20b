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

/** Whether what is written stays, and if not, why. */
export type DeviceStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'memory-only'; readonly reason: 'blocked' | 'full' | 'newer' | 'shared-computer' };

export interface DeviceRecord {
  /** One without (`''`) takes the place of any. */
  readonly stamp: Stamp;
  /** JSON or bytes; `undefined` deletes the record of this stamp or an earlier one. */
  readonly value: unknown;
}

/** New records by name. One that rests there with a later stamp stays as it is. */
export type Writes = ReadonlyMap<string, DeviceRecord>;

/**
 * What became of a write. `anew`: the browser had cleared everything before, so all that is known is to be
 * written again. `replaced`: somebody has wiped this device meanwhile; nothing was written. `off`: nothing is
 * to be written here.
 */
export interface Outcome {
  readonly kind: 'written' | 'anew' | 'replaced' | 'failed' | 'off';
  /** What the write has made of the device's pulse. */
  readonly pulse?: number;
}

/** The parts behind the device. */
export interface Inside {
  readonly connection: Connection;
  /** Whether anything may be written now. */
  readonly isKept: () => boolean;
}

const OPEN_WITHIN_MS = 2000;
/** Records of this prefix make room for others. */
const DISPENSABLE = 'cache/';
const ASIDE = '$aside/';
const PULSE = '$pulse';

/**
 * Encrypted records on this device. Never throws for want of storage: then it says `memory-only`, and the
 * caller goes on in memory.
 */
export class Device {
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  readonly #parting = new Parting();
  #keyring: Keyring | undefined;
  #status: DeviceStatus = { kind: 'opening' };
  #opening: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  /** The storage has not answered in time: nobody waits for it any more until it does. */
  #isLate = false;

  constructor(name = 'application') {
    this.#connection = new Connection(name);
  }

  readonly getStatus = (): DeviceStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the storage. After two seconds at most the status is settled; storage that comes later is used then. */
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

  /** The keyring, where the storage opens; tried again where it did not, and waited for only if it ever came in time. */
  async #ready(): Promise<Keyring | undefined> {
    if (this.#keyring !== undefined) return this.#keyring;
    this.#reopening ??= this.reopen().finally(() => {
      this.#reopening = undefined;
    });
    if (!this.#isLate) await this.#inTime(this.#reopening);
    return this.#keyring;
  }

  /** Tries again what could not be opened, and takes over what another tab has put in the place of the keyring. */
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

  /** Keeps these in the moment that the page may have left, whatever becomes of their writing. */
  leave(writes: Writes): void {
    this.#parting.leave(writes);
  }

  /** What was left rests on the device by now. */
  withdraw(): void {
    this.#parting.withdraw();
    if (this.#keyring !== undefined) void this.#parting.prepare(this.#keyring);
  }

  /** Writes what pages that ended have left. */
  async #takeLeft(keyring: Keyring): Promise<void> {
    const { names, writes } = await readLeft(keyring);
    const outcome = writes.size > 0 ? await this.write(writes) : undefined;
    if (outcome?.kind !== 'failed') forgetLeft(names);
  }

  /** What `sender-lease.ts` works on, which comes with the account. */
  get inside(): Inside {
    return { connection: this.#connection, isKept: () => this.#keyring?.cipher !== undefined };
  }

  /**
   * Reads the records under these prefixes. One that cannot be read is set aside and the others live; one of a
   * newer schema is left untouched.
   *
   * @param known the stamps of what need not be read again unless it is newer
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

  /** Writes all of it or nothing. Resolves once it rests on the device, or could not. */
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

  /** A number that every write of any tab changes; `undefined` where it cannot be read. */
  async pulse(): Promise<number | undefined> {
    if (this.#keyring?.cipher === undefined) return undefined;
    const pulse = await this.#connection
      .run('readonly', (store) => promisifyRequest<unknown>(store.get(PULSE)))
      .catch(() => undefined);
    return typeof pulse === 'number' ? pulse : undefined;
  }

  /**
   * Forgets everything but what is to be kept. Other tabs cannot write what they still hold, and where nothing
   * is kept the key goes too, so that no trace on the disk can be read.
   */
  async wipe(isKept: (name: string) => boolean = () => false): Promise<void> {
    await this.#replace(isKept, this.#keyring?.record.isShared ?? false);
  }

  /** Keeps nothing on this device from now on, over restarts too; or keeps things again. */
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
      // From the old key stream nothing could be read any more, and on a shared computer nothing is to be left.
      await this.#parting.prepare(this.#keyring);
    } catch (error) {
      this.#set({ kind: 'memory-only', reason: reasonOf(error) });
      return;
    }
    this.#set(isShared ? { kind: 'memory-only', reason: 'shared-computer' } : { kind: 'kept' });
  }

  /** Asks the browser not to evict what is here. */
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

/** Names and values, as they come in turns of a list of each. */
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
