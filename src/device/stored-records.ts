import { get, getMany, promisifyRequest, setMany, type UseStore } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, isSealed, seal, unseal, type Sealed } from './cipher.ts';
import { keyOf, sealFor, type Keyring } from './keyring.ts';
import { randomId } from './random-id.ts';
import type { Stamp } from './stamp.ts';
import { DeviceError } from './status.ts';
import { under, within } from './store.ts';
import { asStored, isTurn, termOf, TURN, wipeOf, type Turn } from './turn.ts';

export interface DeviceRecord {
  /** A write with the stamp `''` replaces any stored record. */
  readonly stamp: Stamp;
  /** JSON or bytes; `undefined` deletes the stored record unless its stamp is later. */
  readonly value: unknown;
}

/** The value of a record under a name that is only used for values of this type. */
export function valueIn<T>(record: DeviceRecord | undefined): T | undefined {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it is encrypted with its name: only our code wrote it
  return record?.value as T | undefined;
}

/** New records by name. A stored record with a later stamp is left as it is. */
export type Writes = ReadonlyMap<string, DeviceRecord>;

/** Where records are stored, and the account of a record, by its name; `undefined` for the device's own. */
export interface RecordStore {
  readonly transact: UseStore;
  readonly accountOf: (name: string) => string | undefined;
}

/**
 * The result of a write. `anew`: the browser had cleared the storage, and a new epoch has begun.
 * `replaced`: another tab wiped the device; nothing was written. `off`: nothing is stored in this visit.
 */
export interface Outcome {
  readonly kind: 'written' | 'anew' | 'replaced' | 'failed' | 'off';
  /** Records left as they were, because their account is locked; all others are written. */
  readonly locked?: readonly string[];
}

/** Records under this prefix are deleted when storage is full, and when somebody logs in or out. */
export const DISPENSABLE = 'cache/';

/** A record to be written; `Content` is what is stored of it. */
export interface Put<Content = Sealed> {
  readonly name: string;
  readonly stamp: Stamp;
  /** The version of the key that this tab has for the record. */
  readonly v: Sealed['v'];
  /** `undefined` to delete. */
  readonly sealed: Content | undefined;
  /** This tab has no key for the record. */
  readonly isLocked: boolean;
  /** It belongs to no account. */
  readonly isDevices: boolean;
}

/**
 * Reads and decrypts the records under these prefixes. Skips records of a locked account. One that cannot be
 * decrypted has no value, so that the next change replaces it.
 *
 * @returns those of them that are later than `known`, if this is still the stored turn, and the stored turn
 */
export async function readRecords(
  { transact, accountOf }: RecordStore,
  keyring: Keyring,
  prefixes: readonly string[],
  known?: (name: string) => Stamp | undefined,
) {
  const [storedTurn, parts] = await transact('readonly', (store) =>
    Promise.all([
      get<unknown>(TURN, within(store)),
      Promise.all(keyring.key ? prefixes.map((prefix) => entriesUnder(store, prefix)) : []),
    ]),
  );
  const records = new Map<string, DeviceRecord>();
  let numDamaged = 0;
  if (isTurn(storedTurn) && termOf(storedTurn) !== termOf(keyring.turn)) return { storedTurn, records };
  await Promise.all(
    parts.flat().map(async ([name, value]) => {
      const seen = known?.(name);
      if (!isSealed(value) || (seen !== undefined && value.stamp <= seen)) return;
      const key = keyOf(keyring, accountOf(name), value);
      if (key === undefined) return;
      const opened = await unseal(key, name, value).catch(() => void (numDamaged += 1));
      records.set(name, { stamp: value.stamp, value: opened });
    }),
  );
  if (numDamaged > 0) console.warn(`${numDamaged} unreadable records were skipped.`);
  return { storedTurn, records };
}

/** Reads only these records: others, such as files, may be large. */
async function entriesUnder(store: IDBObjectStore, prefix: string): Promise<[string, unknown][]> {
  const [names, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(under(prefix))),
    promisifyRequest<unknown[]>(store.getAll(under(prefix))),
  ]);
  return names.map(String).map((name, index) => [name, values[index]]);
}

/** Encrypts and writes all records or none. Also returns the turn that was stored. */
export async function writeRecords(
  { transact, accountOf }: RecordStore,
  keyring: Keyring,
  writes: Writes,
): Promise<{ readonly outcome: Outcome; readonly storedTurn: unknown }> {
  const puts = await Promise.all(
    [...writes].map(async ([name, { stamp, value }]): Promise<Put> => {
      const owner = accountOf(name);
      const own = sealFor(keyring, owner);
      return {
        name,
        stamp,
        v: own?.v ?? BY_DEVICE,
        sealed: own && value !== undefined ? await seal(own, name, stamp, value) : undefined,
        isLocked: own === undefined && value !== undefined,
        isDevices: owner === undefined,
      };
    }),
  );
  return withRoom(transact, async (store) => {
    const names = puts.map(({ name }) => name);
    const [storedTurn, ...stored] = await getMany<unknown>([TURN, ...names], within(store));
    const { gone, put, ...outcome } = outcomeOf(storedTurn, keyring.turn, puts, stored, randomId());
    if (gone.length + put.length > 0) await finish(store, gone, put);
    return { outcome, storedTurn };
  });
}

/** Runs a transaction. If the storage is full, deletes the dispensable records and runs it once more. */
export async function withRoom<T>(
  transact: UseStore,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  try {
    return await transact('readwrite', work);
  } catch (error) {
    if (!(error instanceof DeviceError) || error.reason !== 'full') throw error;
    await transact('readwrite', (store) => finish(store, [under(DISPENSABLE)], []));
    return transact('readwrite', work);
  }
}

/** Deletes and puts records as the last step of an open transaction. Resolves once it is on disk. */
export function finish(
  store: IDBObjectStore,
  gone: readonly (IDBValidKey | IDBKeyRange)[],
  put: [IDBValidKey, unknown][],
): Promise<void> {
  // Not `delMany`: idb-keyval notifies only one call of a transaction when it ends.
  for (const name of gone) store.delete(name);
  return setMany(put, within(store));
}

/**
 * What a write does to these stored records. Pure.
 *
 * @param storedTurn `undefined` if the browser has cleared everything
 * @param held the turn that the records were sealed with
 * @param stored what is stored under the names of `puts`
 * @param fresh the epoch that begins if the browser has cleared everything
 */
export function outcomeOf<Content>(
  storedTurn: unknown,
  held: Turn,
  puts: readonly Put<Content>[],
  stored: readonly unknown[],
  fresh: string,
) {
  const gone: string[] = [];
  const put: [string, unknown][] = [];
  const locked: string[] = [];
  const kind = storedTurn === undefined ? 'anew' : canPut(storedTurn, held, puts) ? 'written' : 'replaced';
  if (kind === 'replaced') return { kind, gone, put } as const;
  for (const [index, one] of puts.entries()) {
    const old = stored[index];
    // Only a tab with the account's key may replace what that key sealed.
    if (one.isLocked && isSealed(old) && old.stamp >= one.stamp) continue;
    else if (one.isLocked || (isSealed(old) && old.v > one.v)) locked.push(one.name);
    else if (!isLater(old, one)) {
      if (one.sealed === undefined) gone.push(one.name);
      else put.push([one.name, one.sealed]);
    }
  }
  // A new epoch, so that every tab writes its memory again.
  if (storedTurn === undefined) put.push([TURN, asStored({ ...held, epoch: fresh, wiped: wipeOf(held) })]);
  return { kind, gone, put, ...(locked.length > 0 && { locked }) } as const;
}

function isLater(old: unknown, { stamp, sealed }: Put<unknown>): boolean {
  if (!isSealed(old) || stamp === '') return false;
  return sealed === undefined ? old.stamp > stamp : old.stamp >= stamp;
}

/**
 * Whether records sealed with one turn may be stored beside another. Records sealed with an account's key may, although
 * the account has been locked since: nobody can open them until it is unlocked.
 */
function canPut(storedTurn: unknown, held: Turn, puts: readonly Put<unknown>[]): boolean {
  if (!isTurn(storedTurn) || storedTurn.epoch !== held.epoch) return false;
  return (
    termOf(storedTurn) === termOf(held) || puts.every(({ v, isDevices }) => v === BY_ACCOUNT || isDevices)
  );
}
