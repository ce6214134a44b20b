import { promisifyRequest } from 'idb-keyval';
import { isSealed, type Cipher, type Sealed } from './cipher.ts';
import type { Connection } from './connection.ts';
import { DeviceFullError } from './errors.ts';
import { isKeyringRecord, KEYRING, type KeyringRecord } from './keyring.ts';
import { randomId } from './random-id.ts';
import type { Stamp } from './stamp.ts';

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

/** Records under this prefix are deleted when storage is full. */
const DISPENSABLE = 'cache/';
const ASIDE = '$aside/';
const PULSE = '$pulse';

/** What a write puts into the storage; `undefined` deletes. */
type SealedWrites = readonly (readonly [name: string, stamp: Stamp, value: Sealed | undefined])[];

/**
 * Reads and decrypts the records under these prefixes.
 *
 * @returns those of them that are later than `known`, and as `damaged` those that cannot be decrypted
 */
export async function readRecords(
  connection: Connection,
  keyring: KeyringRecord,
  cipher: Cipher,
  prefixes: readonly string[],
  known: ((name: string) => Stamp | undefined) | undefined,
) {
  const records = new Map<string, DeviceRecord>();
  const damaged = new Map<string, unknown>();
  const { kept, found } = await connection.run('readonly', async (store) => {
    const parts = await Promise.all([
      promisifyRequest<unknown>(store.get(KEYRING)),
      ...prefixes.flatMap((prefix) => {
        const range = rangeOf(prefix);
        return [promisifyRequest(store.getAllKeys(range)), promisifyRequest(store.getAll(range))];
      }),
    ]);
    return { kept: parts[0], found: parts.slice(1) };
  });
  if (isKeyringRecord(kept) && kept.epoch !== keyring.epoch) return 'replaced';
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
  return { records, damaged };
}

export async function seal(cipher: Cipher, writes: Writes): Promise<SealedWrites> {
  return Promise.all(
    [...writes].map(
      async ([name, { stamp, value }]) =>
        [name, stamp, value === undefined ? undefined : await cipher.seal(name, stamp, value)] as const,
    ),
  );
}

/** Writes all records or none. If the storage is full, deletes the dispensable ones and tries once more. */
export async function writeRecords(
  connection: Connection,
  keyring: KeyringRecord,
  sealed: SealedWrites,
): Promise<Outcome> {
  const attempt = () => connection.run('readwrite', (store) => putRecords(store, keyring, sealed));
  return attempt().catch(async (error: unknown) => {
    if (!(error instanceof DeviceFullError)) throw error;
    await connection.run('readwrite', (store) => void store.delete(rangeOf(DISPENSABLE)));
    return attempt();
  });
}

async function putRecords(
  store: IDBObjectStore,
  keyring: KeyringRecord,
  sealed: SealedWrites,
): Promise<Outcome> {
  const kept = await promisifyRequest<unknown>(store.get(KEYRING));
  const isAnew = kept === undefined;
  if (isAnew) store.put(keyring, KEYRING);
  else if (!isKeyringRecord(kept) || kept.epoch !== keyring.epoch) return { kind: 'replaced' };
  let isChanged = isAnew;
  for (const [name, stamp, value] of sealed) {
    const old = await promisifyRequest<unknown>(store.get(name));
    if (stamp !== '' && isSealed(old) && (value === undefined ? old.stamp > stamp : old.stamp >= stamp)) {
      continue;
    }
    if (old !== undefined && !isSealed(old)) store.put(old, `${ASIDE}${name}/${randomId()}`);
    if (value === undefined) store.delete(name);
    else store.put(value, name);
    isChanged = true;
  }
  const kind = isAnew ? 'anew' : 'written';
  return isChanged ? { kind, pulse: await putNextPulse(store) } : { kind };
}

/**
 * Deletes every record that `isKept` does not accept, and puts the next keyring, in one transaction.
 *
 * @param next makes the keyring, from whether any record was kept
 */
export async function deleteRecords(
  connection: Connection,
  isKept: (name: string) => boolean,
  next: (hasKept: boolean) => KeyringRecord,
): Promise<void> {
  await connection.run('readwrite', async (store) => {
    const names = await promisifyRequest(store.getAllKeys());
    let hasKept = false;
    for (const name of names) {
      if (name === KEYRING || name === PULSE) continue;
      if (typeof name === 'string' && !name.startsWith('$') && isKept(name)) hasKept = true;
      else store.delete(name);
    }
    store.put(next(hasKept), KEYRING);
    await putNextPulse(store);
  });
}

/** Moves damaged records out of the way, where nothing reads or deletes them but a wipe. */
export async function setAside(connection: Connection, damaged: ReadonlyMap<string, unknown>): Promise<void> {
  console.warn(`${damaged.size} of the records on this device could not be read and were set aside.`);
  await connection
    .run('readwrite', (store) => {
      for (const [name, value] of damaged) {
        store.put(value, `${ASIDE}${name}/${randomId()}`);
        store.delete(name);
      }
    })
    .catch(() => undefined);
}

/** Reads the counter that every write of any tab raises; `undefined` when it cannot be read. */
export async function readPulse(connection: Connection): Promise<number | undefined> {
  const pulse = await connection
    .run('readonly', (store) => promisifyRequest<unknown>(store.get(PULSE)))
    .catch(() => undefined);
  return typeof pulse === 'number' ? pulse : undefined;
}

async function putNextPulse(store: IDBObjectStore): Promise<number> {
  const pulse = await promisifyRequest<unknown>(store.get(PULSE));
  const next = typeof pulse === 'number' ? pulse + 1 : 1;
  store.put(next, PULSE);
  return next;
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

/** Pairs names with values: the lists of each alternate in `found`. */
function pairs(found: readonly unknown[]): (readonly [string, unknown])[] {
  return found.flatMap((names, index) => {
    const values = found[index + 1];
    if (index % 2 === 1 || !Array.isArray(names) || !Array.isArray(values)) return [];
    return names.map((name, position): readonly [string, unknown] => [String(name), values[position]]);
  });
}
