import { del, get, update, type UseStore } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, importKey, opens, type Seal, type Sealed } from './cipher.ts';
import { randomId } from './random-id.ts';
import { DeviceError } from './status.ts';
import { propertiesOf } from './store.ts';

export const KEYRING = '$keyring';
/** Version of the keyring record. A release does not touch a device with a newer one. */
const SCHEMA = 1;
const KEY_BYTES = 32;

/** Raw bytes where the browser cannot store a non-exportable key. */
type StoredKey = CryptoKey | Uint8Array<ArrayBuffer>;

/** The stored keys and their epoch. A wipe starts a new epoch: tabs of the old one can no longer write. */
export interface KeyringRecord {
  readonly v: typeof SCHEMA;
  readonly epoch: string;
  /** The epoch that began with the last wipe, if storing has been turned off or on since. */
  readonly wiped?: string;
  /** True on a shared computer, where nothing is stored, keys included. */
  readonly isShared: boolean;
  readonly key?: StoredKey;
  /** Whose records can be opened. Absent until somebody logs in. */
  readonly account?: {
    /** Changes whenever somebody logs in or out, so that the other tabs notice. */
    readonly id: string;
    /** Absent once nobody is logged in: the records of every account are then locked. */
    readonly owner?: string;
    /** Absent where the server gives no key; the account's records then rest under the device's own. */
    readonly key?: StoredKey;
  };
}

/** What a new epoch is to be. */
export type KeyringChange = Pick<KeyringRecord, 'isShared' | 'wiped' | 'account'>;

/** A keyring in memory, its keys ready for use. */
export interface Keyring {
  readonly record: KeyringRecord;
  /** `undefined` on a shared computer. */
  readonly key: CryptoKey | undefined;
  readonly accountKey: CryptoKey | undefined;
}

/** Who is to be logged in: an account with its key, if the server gives one, or nobody. */
export interface Wish {
  readonly owner?: string;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

export function lastWipe({ epoch, wiped = epoch }: KeyringRecord): string {
  return wiped;
}

/** Whether no other tab has wiped the device, logged in or out between these two. */
export function isSameState(one: KeyringRecord, other: KeyringRecord): boolean {
  return one.epoch === other.epoch && one.account?.id === other.account?.id;
}

/** Returns the key for new records of an account, or of the device itself; `undefined` while that account is locked. */
export function sealFor(
  { record: { account }, key, accountKey }: Keyring,
  owner: string | undefined,
): Seal | undefined {
  const isLocked = owner !== undefined && account !== undefined && account.owner !== owner;
  if (isLocked || key === undefined) return undefined;
  return owner === undefined || accountKey === undefined
    ? { v: BY_DEVICE, key }
    : { v: BY_ACCOUNT, key: accountKey };
}

/** @returns the key that a stored record opens with; `undefined` while its account is locked */
export function keyOf(
  { record, key, accountKey }: Keyring,
  owner: string | undefined,
  { v }: Sealed,
): CryptoKey | undefined {
  if (v === BY_DEVICE) return key;
  return record.account?.owner === owner ? accountKey : undefined;
}

export function isKeyringRecord(value: unknown): value is KeyringRecord {
  const { v, epoch, isShared, key } = propertiesOf(value);
  if (v !== SCHEMA || typeof epoch !== 'string') return false;
  return isShared === true || (isShared === false && (key instanceof CryptoKey || key instanceof Uint8Array));
}

export async function newKeyringRecord(isShared: boolean, isKeyStorable: boolean): Promise<KeyringRecord> {
  const record = { v: SCHEMA, epoch: randomId(), isShared } as const;
  if (isShared) return record;
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return { ...record, key: isKeyStorable ? await importKey(bytes) : bytes };
}

/**
 * Returns the keyring that a wish leads to; `undefined` if nothing has to change. After a wipe by another tab, this one
 * must not log anybody in or out.
 *
 * @param held the keyring of this tab until now
 * @param before the stored one
 */
export async function keyringFor(
  { owner, bytes }: Wish,
  held: Keyring,
  before: Keyring,
): Promise<Keyring | undefined> {
  const { record, key, accountKey } = before;
  if (lastWipe(held.record) !== lastWipe(record)) return undefined;
  const present = record.account?.owner;
  const fresh = bytes && (await importKey(bytes));
  if (owner === undefined) {
    // Another tab may have logged in since.
    if (present === undefined || record.account?.id !== held.record.account?.id) return undefined;
  } else if (owner === present) {
    // A server that gives no key any more does not take back the one that it gave.
    if (fresh === undefined || (accountKey && (await opens(accountKey, fresh)))) return undefined;
  }
  const account: KeyringRecord['account'] = {
    id: randomId(),
    ...(owner !== undefined && { owner }),
    ...(fresh && bytes && { key: record.key instanceof Uint8Array ? bytes : fresh }),
  };
  return { record: { ...record, account }, key, accountKey: fresh };
}

export function asStored(record: KeyringRecord): KeyringRecord {
  if (!record.isShared || record.account === undefined) return record;
  const { key: _, ...account } = record.account;
  return { ...record, account };
}

/**
 * Returns the device's keyring, made on first use; tabs that start at once get the same one. Reads the key back and
 * decrypts with it: some browsers cannot store a non-exportable key, or return nothing. The key is then stored as raw
 * bytes, and the draft is only as safe as the browser's profile.
 *
 * @throws {DeviceError} when a newer release has stored data here, or nothing can be stored at all
 */
export async function openKeyring(transact: UseStore): Promise<Keyring> {
  const kept = await readKeyring(transact);
  if (kept !== undefined) return kept;
  for (const isKeyStorable of [true, false]) {
    const fresh = await newKeyringRecord(false, isKeyStorable);
    try {
      // Another tab may have made one meanwhile.
      await update<unknown>(KEYRING, (other) => (isKeyringRecord(other) ? other : fresh), transact);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') continue;
      throw error;
    }
    const keyring = await readKeyring(transact);
    if (keyring !== undefined) return keyring;
    await del(KEYRING, transact);
  }
  throw new DeviceError('blocked');
}

/** Reads the stored keyring; `undefined` when there is none or its key does not work. Throws as `openKeyring` does. */
export async function readKeyring(transact: UseStore, before?: Keyring): Promise<Keyring | undefined> {
  const record = await get<unknown>(KEYRING, transact);
  const { v } = propertiesOf(record);
  if (typeof v === 'number' && v > SCHEMA) throw new DeviceError('newer');
  return isKeyringRecord(record) ? keyringOf(record, before) : undefined;
}

/**
 * Makes a stored keyring's keys ready for use.
 *
 * @param before the keyring in use until now; on a shared computer the account's key is in this tab's memory alone
 * @returns `undefined` when the device's key does not work
 */
export async function keyringOf(stored: KeyringRecord, before?: Keyring): Promise<Keyring | undefined> {
  const own = before?.record.account;
  const record = own !== undefined && own.id === stored.account?.id ? { ...stored, account: own } : stored;
  const [key, accountKey] = await Promise.all(
    [record.key, record.account?.key].map(async (one) => (one instanceof Uint8Array ? importKey(one) : one)),
  );
  return key === undefined || (await opens(key)) ? { record, key, accountKey } : undefined;
}
