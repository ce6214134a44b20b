import { del, get, update, type UseStore } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, importKey, opens, type Seal, type Sealed } from './cipher.ts';
import { randomId } from './random-id.ts';
import { DeviceError } from './status.ts';
import { propertiesOf } from './store.ts';
import { isTurn, SCHEMA, TURN, type Turn } from './turn.ts';

const KEY_BYTES = 32;

/** A keyring in memory, its keys ready for use. */
export interface Keyring {
  readonly turn: Turn;
  /** `undefined` on a shared computer. */
  readonly key: CryptoKey | undefined;
  readonly accountKey: CryptoKey | undefined;
}

/** Returns the key for new records of an account, or of the device itself; `undefined` while that account is locked. */
export function sealFor(
  { turn: { account }, key, accountKey }: Keyring,
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
  { turn, key, accountKey }: Keyring,
  owner: string | undefined,
  { v }: Sealed,
): CryptoKey | undefined {
  if (v === BY_DEVICE) return key;
  return turn.account?.owner === owner ? accountKey : undefined;
}

async function newTurn(isShared: boolean, isKeyStorable: boolean): Promise<Turn> {
  const turn = { v: SCHEMA, epoch: randomId(), isShared } as const;
  if (isShared) return turn;
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return { ...turn, key: isKeyStorable ? await importKey(bytes) : bytes };
}

/**
 * Returns the device's keyring, made on first use; tabs that start at once get the same one.
 *
 * @throws {DeviceError} when a newer release has stored data here, or nothing can be stored at all
 */
export async function openKeyring(transact: UseStore): Promise<Keyring> {
  const stored = await readKeyring(transact);
  // Another tab may have made one in between.
  const make = (fresh: Turn) => update<unknown>(TURN, (other) => (isTurn(other) ? other : fresh), transact);
  return stored ?? storeNew(transact, false, make);
}

/**
 * Stores a new turn. Reads its key back and decrypts with it: some browsers cannot store a non-exportable key, or do not
 * return it. The key is then stored as raw bytes, and the draft is only as safe as the browser's profile.
 *
 * @param before as for `readKeyring`
 */
export async function storeNew(
  transact: UseStore,
  isShared: boolean,
  store: (fresh: Turn) => Promise<void>,
  before?: Keyring,
): Promise<Keyring> {
  for (const isKeyStorable of [true, false]) {
    try {
      await store(await newTurn(isShared, isKeyStorable));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') continue;
      throw error;
    }
    const keyring = await readKeyring(transact, before);
    if (keyring !== undefined) return keyring;
    await del(TURN, transact);
  }
  throw new DeviceError('blocked');
}

/** Reads the stored keyring; `undefined` when there is none or its key does not work. Throws as `openKeyring` does. */
export async function readKeyring(transact: UseStore, before?: Keyring): Promise<Keyring | undefined> {
  const stored = await get<unknown>(TURN, transact);
  const { v } = propertiesOf(stored);
  if (typeof v === 'number' && v > SCHEMA) throw new DeviceError('newer');
  return isTurn(stored) ? keyringOf(stored, before) : undefined;
}

/**
 * Makes a stored keyring's keys ready for use.
 *
 * @param before the keyring in use until now; on a shared computer the account's key is only in this tab's memory
 * @returns `undefined` when the device's key does not work
 */
async function keyringOf(stored: Turn, before?: Keyring): Promise<Keyring | undefined> {
  const own = before?.turn.account;
  const turn = own !== undefined && own.id === stored.account?.id ? { ...stored, account: own } : stored;
  const [key, accountKey] = await Promise.all(
    [turn.key, turn.account?.key].map(async (one) => (one instanceof Uint8Array ? importKey(one) : one)),
  );
  return key === undefined || (await opens(key)) ? { turn, key, accountKey } : undefined;
}
