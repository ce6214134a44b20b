// Changes who is here: the next turn (pure), and the transactions. Loads when it is needed.
import { get, getMany, keys, set } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, importKey, isSealed, opens, seal, unseal } from './cipher.ts';
import type { Device } from './device.ts';
import { readKeyring, storeNew, type Keyring } from './keyring.ts';
import { randomId } from './random-id.ts';
import type { Stamp } from './stamp.ts';
import { DeviceError } from './status.ts';
import { under, within } from './store.ts';
import { DISPENSABLE, finish, withRoom, type RecordStore } from './stored-records.ts';
import { asStored, isTurn, termOf, TURN, wipeOf, type StoredKey, type Turn } from './turn.ts';

/**
 * Unlocks the records of an account, and locks those of all others. Call it when this account has logged in, before its
 * records are read.
 *
 * @param key 32 bytes that belong to the account; without them its records are stored under the device's own key
 */
export async function unlock(device: Device, owner: string, key?: Uint8Array): Promise<void> {
  const bytes = key && new Uint8Array(key);
  await device.use.change((held) => changeAccount(device, owner, bytes, held));
  tellInVain(device, owner, false);
}

/** Call when nobody is logged in: all tabs forget the account's key, and its records stay sealed until it is unlocked. */
export async function lock(device: Device): Promise<void> {
  if (await device.use.isNobodys()) return;
  await device.use.change((held) => changeAccount(device, undefined, undefined, held));
  tellInVain(device, undefined, false);
}

/** If nothing can be stored, the other tabs are still told. */
function tellInVain({ use }: Device, owner: string | undefined, isWiped: boolean): void {
  if (use.held === undefined)
    use.onTurn({ owner, isOther: true, isWiped, isEmptied: false, isElsewhere: false });
}

/** Whether a record stays, by its name and its stamp. */
type Stays = (name: string, stamp: Stamp) => boolean;

/** Deletes every record that does not stay. From then on, no tab can write its old data, and nobody is logged in. */
export async function wipe(device: Device, stays: Stays = () => false): Promise<void> {
  await device.use.change(
    (held) => startEpoch(device, held, stays, { isShared: held.turn.isShared, isWipe: true }),
    true,
  );
  tellInVain(device, undefined, true);
}

/**
 * Turns storing on this device off or on again, also across restarts. Either way the records are deleted, and stay in
 * the memory of all tabs. Those of other accounts, which no tab has there, stay sealed.
 */
export async function setShared(device: Device, isShared: boolean): Promise<void> {
  const { transact, accountOf } = device;
  await device.use.change(async (held) => {
    // Another tab may have logged out since.
    const stored = (await readKeyring(transact, held)) ?? held;
    const own = [undefined, stored.turn.account?.owner];
    return startEpoch(device, stored, (name) => !own.includes(accountOf(name)), { isShared, isWipe: false });
  });
}

/** Who should be logged in: an account with its key, if the server sends one that is not stored yet, or nobody. */
export interface Next {
  readonly owner?: string;
  readonly key?: StoredKey | undefined;
}

/**
 * Logs an account in, or the present one out.
 *
 * @param held the turn of this tab until now
 * @param id distinguishes this change from all others
 * @returns the turn that follows; `undefined` if nothing changes, or another tab has wiped the device or logged in
 * since
 */
export function withAccount(stored: Turn, held: Turn, { owner, key }: Next, id: string): Turn | undefined {
  const present = stored.account?.owner;
  const isOvertaken = owner === undefined && stored.account?.id !== held.account?.id;
  // A server that no longer sends a key does not withdraw the one that it sent.
  const isSame = owner === present && (owner === undefined || key === undefined);
  if (isOvertaken || isSame || wipeOf(stored) !== wipeOf(held)) return undefined;
  return { ...stored, account: { id, ...(owner !== undefined && { owner }), ...(key && { key }) } };
}

/**
 * Logs an account in or out on this device. Brings its records under its key, and deletes what is dispensable.
 *
 * @param held the keyring of this tab until now
 * @returns the keyring from then on; `undefined` if nothing had to change
 */
async function changeAccount(
  device: Device,
  owner: string | undefined,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  held: Keyring,
): Promise<Keyring | undefined> {
  const freshKey = bytes && (await importKey(bytes));
  for (;;) {
    const found = await readKeyring(device.transact, held);
    const before = found ?? held;
    const { key, accountKey, turn: stored } = before;
    const isSameKey =
      stored.account?.owner === owner && freshKey && accountKey && (await opens(accountKey, freshKey));
    const ownKey = stored.key instanceof Uint8Array ? bytes : freshKey;
    const next = { ...(owner !== undefined && { owner }), key: isSameKey ? undefined : ownKey };
    const turn = withAccount(stored, held.turn, next, randomId());
    if (turn === undefined) return undefined;
    const after = { turn, key, accountKey: freshKey };
    // What closed pages have left is sealed with the rest.
    if (owner === undefined) await device.use.takeLastWords(before);
    await sealAnew(device, before);
    const isOvertaken = await withRoom(device.transact, async (store) => {
      const storedNow = await get<unknown>(TURN, within(store));
      // If the browser has cleared everything, the next write stores the turn, and reports it to its caller.
      if (storedNow === undefined) return false;
      if (!isTurn(storedNow) || termOf(storedNow) !== termOf(stored)) return true;
      await finish(store, [under(DISPENSABLE)], [[TURN, asStored(turn)]]);
      return false;
    });
    if (!isOvertaken) {
      await sealAnew(device, after);
      return after;
    }
    // The stored turn's key does not work.
    if (found === undefined) throw new DeviceError('blocked');
  }
}

/** Seals records again with the account's key that were written while the server sent none. */
async function sealAnew({ transact, accountOf }: RecordStore, keyring: Keyring): Promise<void> {
  const { turn, key, accountKey } = keyring;
  if (key === undefined || accountKey === undefined) return;
  const names = (await keys(transact)).map(String);
  const own = names.filter((name) => accountOf(name) === turn.account?.owner);
  const stored = await getMany<unknown>(own, transact);
  for (const [index, name] of own.entries()) {
    const old = stored[index];
    if (!isSealed(old) || old.v !== BY_DEVICE) continue;
    // A damaged one stays as it is.
    const value = await unseal(key, name, old).catch(() => undefined);
    if (value === undefined) continue;
    const anew = await seal({ v: BY_ACCOUNT, key: accountKey }, name, old.stamp, value);
    await transact('readwrite', async (store) => {
      // Another tab may have changed or deleted it in between.
      const now = await get<unknown>(name, within(store));
      if (isSealed(now) && now.v === BY_DEVICE && now.stamp === old.stamp)
        await set(name, anew, within(store));
    });
  }
}

/** Whether storing is off from now on. `isWipe` also logs everybody out. */
interface Epoch {
  readonly isShared: boolean;
  readonly isWipe: boolean;
}

/** The turn that a new epoch begins with. The person who is here stays, unless it is a wipe. */
export function nextEpoch(storedTurn: unknown, held: Turn, fresh: Turn, { isWipe }: Epoch): Turn {
  if (isWipe) return fresh;
  // Another tab may have logged out since.
  const account = isTurn(storedTurn) ? storedTurn.account : undefined;
  const own = account?.id === held.account?.id ? held.account : account;
  return { ...fresh, wiped: wipeOf(held), ...(own && { account: own }) };
}

/**
 * Deletes the records that do not stay, and starts a new epoch. The device's key stays only if a record does: without
 * the key, traces on the disk are unreadable.
 *
 * @returns the keyring from then on
 */
async function startEpoch(
  { transact, lastWords }: Device,
  held: Keyring,
  stays: Stays,
  how: Epoch,
): Promise<Keyring> {
  const { key } = held.turn;
  const begin = (fresh: Turn) =>
    transact('readwrite', async (store) => {
      const storedTurn = await get<unknown>(TURN, within(store));
      const names = (await keys(within(store))).map(String);
      const stored = await getMany<unknown>(names, within(store));
      const stampAt = (index: number) => (isSealed(stored[index]) ? stored[index].stamp : '');
      const staying = new Set(
        names.filter((name, index) => !name.startsWith('$') && stays(name, stampAt(index))),
      );
      const keeps = staying.size > 0 && !how.isShared && key !== undefined;
      const next = nextEpoch(storedTurn, held.turn, keeps ? { ...fresh, key } : fresh, how);
      const gone = names.filter((name) => !staying.has(name));
      await finish(store, gone, [[TURN, asStored(next)]]);
    });
  const next = await storeNew(transact, how.isShared, begin, held);
  lastWords.forget();
  return next;
}
