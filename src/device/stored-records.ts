import { entries, get, getMany, keys, type UseStore } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, isSealed, seal, unseal, type Sealed } from './cipher.ts';
import { DeviceFullError } from './errors.ts';
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
import { beginningWith, finish, within } from './store.ts';

export interface DeviceRecord {
  /** A write with the stamp `''` replaces any stored record. */
  readonly stamp: Stamp;
  /** JSON or bytes; `undefined` deletes the stored record unless its stamp is later. */
  readonly value: unknown;
}

/** New records by name. A stored record with a later stamp is left as it is. */
export type Writes = ReadonlyMap<string, DeviceRecord>;

/** The account that a record belongs to, by the record's name; `undefined` for a record of the device itself. */
export type AccountOf = (name: string) => string | undefined;

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

/** Records under this prefix are deleted when storage is full, and when somebody logs out. */
const DISPENSABLE = 'cache/';
const DAMAGED = '$aside/';
const PULSE = '$pulse';

/** What a write puts into the storage; `sealed` is `undefined` to delete. */
interface Put {
  readonly name: string;
  readonly stamp: Stamp;
  /** Of the key that this tab has for the record. */
  readonly v: Sealed['v'];
  readonly sealed: Sealed | undefined;
}

export interface Puts {
  readonly puts: readonly Put[];
  readonly locked: readonly string[];
}

/**
 * Reads and decrypts the records under these prefixes. Skips records of a locked account, and of a newer release.
 *
 * @returns those of them that are later than `known`; as `damaged` those that cannot be decrypted; or, if the stored
 *   keyring is another one, only that
 */
export async function readRecords(
  transact: UseStore,
  keyring: Keyring,
  accountOf: AccountOf,
  prefixes: readonly string[],
  known: ((name: string) => Stamp | undefined) | undefined,
) {
  const records = new Map<string, DeviceRecord>();
  const damaged = new Map<string, Sealed>();
  const [kept, parts] = await transact('readonly', (store) =>
    Promise.all([
      get<unknown>(KEYRING, within(store)),
      Promise.all(prefixes.map((prefix) => entries<string, unknown>(beginningWith(store, prefix)))),
    ]),
  );
  if (isKeyringRecord(kept) && !isSameState(kept, keyring.record)) return { other: kept };
  await Promise.all(
    parts.flat().map(async ([name, value]) => {
      const seen = known?.(name);
      if (!isSealed(value) || (seen !== undefined && value.stamp <= seen)) return;
      const key = keyOf(keyring, accountOf(name), value);
      if (key === undefined) return;
      try {
        records.set(name, { stamp: value.stamp, value: await unseal(key, name, value) });
      } catch {
        damaged.set(name, value);
      }
    }),
  );
  return { records, damaged };
}

/** Encrypts records for a write. */
export async function sealed(keyring: Keyring, accountOf: AccountOf, writes: Writes): Promise<Puts> {
  const puts = await Promise.all(
    [...writes].map(async ([name, { stamp, value }]): Promise<Put | string> => {
      const own = sealFor(keyring, accountOf(name));
      if (value === undefined) return { name, stamp, v: own?.v ?? BY_DEVICE, sealed: undefined };
      return own === undefined
        ? name
        : { name, stamp, v: own.v, sealed: await seal(own, name, stamp, value) };
    }),
  );
  return {
    puts: puts.filter((put) => typeof put !== 'string'),
    locked: puts.filter((put) => typeof put === 'string'),
  };
}

/** Writes all records or none. If the storage is full, deletes the dispensable ones and tries once more. */
export async function writeRecords(
  transact: UseStore,
  keyring: KeyringRecord,
  accountOf: AccountOf,
  writes: Puts,
): Promise<{ readonly outcome: Outcome; readonly kept: unknown }> {
  const attempt = () => transact('readwrite', (store) => putRecords(store, keyring, accountOf, writes));
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof DeviceFullError)) throw error;
    await transact('readwrite', async (store) =>
      finish(store, await keys(beginningWith(store, DISPENSABLE)), []),
    );
    return attempt();
  }
}

async function putRecords(
  store: IDBObjectStore,
  keyring: KeyringRecord,
  accountOf: AccountOf,
  { puts, locked }: Puts,
): Promise<{ readonly outcome: Outcome; readonly kept: unknown }> {
  const names = puts.map(({ name }) => name);
  const [kept, pulse, ...stored] = await getMany<unknown>([KEYRING, PULSE, ...names], within(store));
  const isAnew = kept === undefined;
  if (!isAnew && !canPut(kept, keyring, accountOf, puts)) return { outcome: { kind: 'replaced' }, kept };
  const kind = isAnew ? 'anew' : 'written';
  const gone: string[] = [];
  const put: [string, unknown][] = isAnew ? [[KEYRING, asStored(keyring)]] : [];
  const left = [...locked];
  for (const [index, one] of puts.entries()) {
    const old = stored[index];
    if (isSealed(old)) {
      // Only who has the account's key may replace what it sealed.
      if (old.v > one.v) left.push(one.name);
      if (old.v > one.v || isLater(old, one)) continue;
    } else if (old !== undefined) put.push([damagedNameOf(one.name), old]);
    if (one.sealed === undefined) gone.push(one.name);
    else put.push([one.name, one.sealed]);
  }
  const rest = left.length > 0 && { locked: left };
  if (gone.length + put.length === 0) return { outcome: { kind, ...rest }, kept };
  const next = nextPulse(pulse);
  await finish(store, gone, [...put, [PULSE, next]]);
  return { outcome: { kind, pulse: next, ...rest }, kept };
}

/**
 * Whether records sealed with one keyring may be put beside another. What an account's key has sealed may, though that
 * account has been locked meanwhile: nobody can open it until the account is unlocked.
 */
function canPut(kept: unknown, keyring: KeyringRecord, accountOf: AccountOf, puts: readonly Put[]): boolean {
  if (!isKeyringRecord(kept) || kept.epoch !== keyring.epoch) return false;
  return (
    isSameState(kept, keyring) ||
    puts.every(({ name, v }) => v === BY_ACCOUNT || accountOf(name) === undefined)
  );
}

function isLater(old: Sealed, { stamp, sealed: next }: Put): boolean {
  return stamp !== '' && (next === undefined ? old.stamp > stamp : old.stamp >= stamp);
}

/**
 * Deletes every record that `isKept` does not accept, and puts the next keyring, in one transaction.
 *
 * @param next makes the keyring, from whether any record was kept
 */
export async function deleteRecords(
  transact: UseStore,
  isKept: (name: string) => boolean,
  next: (hasKept: boolean) => KeyringRecord,
): Promise<void> {
  await transact('readwrite', async (store) => {
    const names = (await keys(within(store))).filter((name) => name !== KEYRING && name !== PULSE);
    const gone = names.filter((name) => typeof name !== 'string' || name.startsWith('$') || !isKept(name));
    const pulse = await get<unknown>(PULSE, within(store));
    await finish(store, gone, [
      [KEYRING, asStored(next(gone.length < names.length))],
      [PULSE, nextPulse(pulse)],
    ]);
  });
}

/**
 * Changes who is logged in on this device, in one transaction. It brings all records of the account under its key, also
 * those that the release before has put under the device's, and deletes what is dispensable.
 *
 * @returns whether it is done; false when another tab has changed the keyring or these records meanwhile
 */
export async function changeAccount(
  transact: UseStore,
  before: Keyring,
  after: Keyring,
  accountOf: AccountOf,
): Promise<boolean> {
  const keyring = after.accountKey === undefined ? before : after;
  const { owner } = keyring.record.account ?? {};
  const isOwn = (name: string) => keyring.accountKey !== undefined && accountOf(name) === owner;
  const own = (await readNamed(transact, isOwn)).found.filter(isUnderDevice);
  const anew = await Promise.all(own.map((one) => sealAnew(keyring, one)));
  return transact('readwrite', async (store) => {
    const { kept, found } = await readNamed(within(store), isOwn);
    // The browser has cleared everything: the next write puts the keyring, and its caller learns of it.
    if (kept === undefined) return true;
    if (!isKeyringRecord(kept) || !isSameState(kept, before.record)) return false;
    if (marksOf(found.filter(isUnderDevice)) !== marksOf(own)) return false;
    const pulse = await get<unknown>(PULSE, within(store));
    await finish(store, await keys(beginningWith(store, DISPENSABLE)), [
      ...anew.flat(),
      [KEYRING, asStored(after.record)],
      [PULSE, nextPulse(pulse)],
    ]);
    return true;
  });
}

/** @returns nothing for a damaged record, which stays as it is */
async function sealAnew(
  keyring: Keyring,
  [name, old]: readonly [string, Sealed],
): Promise<[string, Sealed][]> {
  const { key, accountKey } = keyring;
  if (key === undefined || accountKey === undefined) return [];
  const value = await unseal(key, name, old).catch(() => undefined);
  if (value === undefined) return [];
  return [[name, await seal({ v: BY_ACCOUNT, key: accountKey }, name, old.stamp, value)]];
}

function isUnderDevice(entry: readonly [string, unknown]): entry is readonly [string, Sealed] {
  return isSealed(entry[1]) && entry[1].v === BY_DEVICE;
}

/** Tells these versions of sealed records from all others: no two have the same `iv`. */
function marksOf(found: readonly (readonly [string, Sealed])[]): string {
  return found.map(([name, { iv }]) => `${name} ${iv.join('.')}`).join();
}

/** Moves damaged records out of the way, where nothing reads or deletes them but a wipe. */
export async function renameDamaged(transact: UseStore, damaged: ReadonlyMap<string, Sealed>): Promise<void> {
  console.warn(`${damaged.size} of the records on this device could not be read and were renamed.`);
  await transact('readwrite', (store) =>
    finish(
      store,
      [...damaged.keys()],
      [...damaged].map(([name, value]) => [damagedNameOf(name), value]),
    ),
  ).catch(() => undefined);
}

/** Reads the counter that every write of any tab raises; `undefined` when it cannot be read. */
export async function readPulse(transact: UseStore): Promise<number | undefined> {
  const pulse = await get<unknown>(PULSE, transact).catch(() => undefined);
  return typeof pulse === 'number' ? pulse : undefined;
}

/** Reads the keyring and the records whose name `isWanted` accepts, in one transaction and no others' contents. */
async function readNamed(transact: UseStore, isWanted: (name: string) => boolean) {
  return transact('readonly', async (store) => {
    const names = (await keys(within(store))).map(String).filter(isWanted);
    const [kept, ...values] = await getMany<unknown>([KEYRING, ...names], within(store));
    return { kept, found: names.map((name, index): readonly [string, unknown] => [name, values[index]]) };
  });
}

function damagedNameOf(name: string): string {
  return `${DAMAGED}${name}/${randomId()}`;
}

function nextPulse(pulse: unknown): number {
  return typeof pulse === 'number' ? pulse + 1 : 1;
}
