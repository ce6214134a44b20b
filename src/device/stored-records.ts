import { get, getMany, promisifyRequest, setMany, type UseStore } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, isSealed, seal, unseal, type Sealed } from './cipher.ts';
import {
  asStored,
  isKeyringRecord,
  isSameState,
  keyOf,
  KEYRING,
  sealFor,
  type Keyring,
  type KeyringRecord,
} from './keyring.ts';
import { randomId } from './random-id.ts';
import type { Stamp } from './stamp.ts';
import { DeviceError } from './status.ts';
import { under, within } from './store.ts';

export interface DeviceRecord {
  /** A write with the stamp `''` replaces any stored record. */
  readonly stamp: Stamp;
  /** JSON or bytes; `undefined` deletes the stored record unless its stamp is later. */
  readonly value: unknown;
}

/** New records by name. A stored record with a later stamp is left as it is. */
export type Writes = ReadonlyMap<string, DeviceRecord>;

/** Where records are stored, and the account that a record belongs to, by its name; `undefined` for the device's own. */
export interface Place {
  readonly transact: UseStore;
  readonly accountOf: (name: string) => string | undefined;
}

/**
 * The result of a write. `anew`: the browser had cleared the storage, so the caller must write everything again.
 * `replaced`: another tab wiped the device; nothing was written. `off`: this device is set to store nothing.
 */
export interface Outcome {
  readonly kind: 'written' | 'anew' | 'replaced' | 'failed' | 'off';
  /** The device's pulse after this write; absent when the write changed nothing. */
  readonly pulse?: number;
  /** Records left as they were, because their account is locked; all others are written. */
  readonly locked?: readonly string[];
}

/** Records under this prefix are deleted when storage is full, and when somebody logs in or out. */
export const DISPENSABLE = 'cache/';
export const PULSE = '$pulse';

interface Put {
  readonly name: string;
  readonly stamp: Stamp;
  /** Of the key that this tab has for the record. */
  readonly v: Sealed['v'];
  /** `undefined` to delete. */
  readonly sealed: Sealed | undefined;
  /** This tab has no key for the record. */
  readonly isLocked: boolean;
}

/**
 * Reads and decrypts the records under these prefixes. Skips records of a locked account, and of a newer release.
 * Renames those that cannot be decrypted.
 *
 * @returns those of them that are later than `known`; or, if the stored keyring is another one, only that
 */
export async function readRecords(
  { transact, accountOf }: Place,
  keyring: Keyring,
  prefixes: readonly string[],
  known?: (name: string) => Stamp | undefined,
) {
  if (keyring.key === undefined) return { other: await get<unknown>(KEYRING, transact) };
  const [kept, parts] = await transact('readonly', (store) =>
    Promise.all([
      get<unknown>(KEYRING, within(store)),
      Promise.all(prefixes.map((prefix) => entriesUnder(store, prefix))),
    ]),
  );
  if (isKeyringRecord(kept) && !isSameState(kept, keyring.record)) return { other: kept };
  const records = new Map<string, DeviceRecord>();
  const damaged: [string, Sealed][] = [];
  await Promise.all(
    parts.flat().map(async ([name, value]) => {
      const seen = known?.(name);
      if (!isSealed(value) || (seen !== undefined && value.stamp <= seen)) return;
      const key = keyOf(keyring, accountOf(name), value);
      if (key === undefined) return;
      try {
        records.set(name, { stamp: value.stamp, value: await unseal(key, name, value) });
      } catch {
        damaged.push([name, value]);
      }
    }),
  );
  if (damaged.length > 0) {
    console.warn(`${damaged.length} of the records on this device could not be read and were renamed.`);
    const [names, renamed] = [damaged.map(([name]) => name), damaged.map(aside)];
    await transact('readwrite', (store) => finish(store, names, renamed)).catch(() => undefined);
  }
  return { records };
}

/** Reads only these records: others, such as files, may be large. */
async function entriesUnder(store: IDBObjectStore, prefix: string): Promise<[string, unknown][]> {
  const [names, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(under(prefix))),
    promisifyRequest<unknown[]>(store.getAll(under(prefix))),
  ]);
  return names.map(String).map((name, index) => [name, values[index]]);
}

/** Encrypts and writes all records or none. If the storage is full, deletes the dispensable ones and tries once more. */
export async function writeRecords(
  { transact, accountOf }: Place,
  keyring: Keyring,
  writes: Writes,
): Promise<{ readonly outcome: Outcome; readonly kept: unknown }> {
  const puts = await Promise.all(
    [...writes].map(async ([name, { stamp, value }]): Promise<Put> => {
      const own = sealFor(keyring, accountOf(name));
      const sealed = own && value !== undefined ? await seal(own, name, stamp, value) : undefined;
      const isLocked = own === undefined && value !== undefined;
      return { name, stamp, v: own?.v ?? BY_DEVICE, sealed, isLocked };
    }),
  );
  const attempt = () =>
    transact('readwrite', async (store) => {
      const names = puts.map(({ name }) => name);
      const [kept, pulse, ...stored] = await getMany<unknown>([KEYRING, PULSE, ...names], within(store));
      const kind = kept === undefined ? 'anew' : 'written';
      if (kept !== undefined && !canPut(kept, keyring.record, accountOf, puts))
        return { outcome: { kind: 'replaced' } as const, kept };
      const { gone, put, locked } = changesOf(puts, stored);
      if (kept === undefined) put.push([KEYRING, asStored(keyring.record)]);
      const rest = locked.length > 0 && { locked };
      if (gone.length + put.length === 0) return { outcome: { kind, ...rest } as const, kept };
      const next = nextPulse(pulse);
      await finish(store, gone, [...put, [PULSE, next]]);
      return { outcome: { kind, pulse: next, ...rest } as const, kept };
    });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof DeviceError) || error.reason !== 'full') throw error;
    await transact('readwrite', (store) => finish(store, [under(DISPENSABLE)], []));
    return attempt();
  }
}

/** Deletes and puts records as the last step of an open transaction. Resolves once it is on disk. */
export function finish(
  store: IDBObjectStore,
  gone: readonly (IDBValidKey | IDBKeyRange)[],
  put: [IDBValidKey, unknown][],
): Promise<void> {
  // Not `delMany`: idb-keyval tells only one call of a transaction when it ends.
  for (const name of gone) store.delete(name);
  return setMany(put, within(store));
}

/** What a write changes where these records are stored, and which of them it leaves to a locked account. */
function changesOf(puts: readonly Put[], stored: readonly unknown[]) {
  const gone: string[] = [];
  const put: [string, unknown][] = [];
  const locked: string[] = [];
  for (const [index, one] of puts.entries()) {
    const old = stored[index];
    // Only who has the account's key may replace what it sealed.
    if (one.isLocked || (isSealed(old) && old.v > one.v)) {
      locked.push(one.name);
      continue;
    }
    if (isLater(old, one)) continue;
    if (old !== undefined && !isSealed(old)) put.push(aside([one.name, old]));
    if (one.sealed === undefined) gone.push(one.name);
    else put.push([one.name, one.sealed]);
  }
  return { gone, put, locked };
}

function isLater(old: unknown, { stamp, sealed }: Put): boolean {
  if (!isSealed(old) || stamp === '') return false;
  return sealed === undefined ? old.stamp > stamp : old.stamp >= stamp;
}

/**
 * Whether records sealed with one keyring may be put beside another. What an account's key has sealed may, though that
 * account has been locked meanwhile: nobody can open it until the account is unlocked.
 */
function canPut(
  kept: unknown,
  keyring: KeyringRecord,
  accountOf: Place['accountOf'],
  puts: readonly Put[],
): boolean {
  if (!isKeyringRecord(kept) || kept.epoch !== keyring.epoch) return false;
  return (
    isSameState(kept, keyring) ||
    puts.every(({ name, v }) => v === BY_ACCOUNT || accountOf(name) === undefined)
  );
}

/** Nothing reads or deletes a record under this name any more but a wipe. */
function aside([name, value]: readonly [string, unknown]): [string, unknown] {
  return [`$aside/${name}/${randomId()}`, value];
}

export function nextPulse(pulse: unknown): number {
  return (Number(pulse) || 0) + 1;
}
