import { get, getMany, keys, set, type UseStore } from 'idb-keyval';
import { BY_ACCOUNT, BY_DEVICE, isSealed, seal, unseal } from './cipher.ts';
import {
  asStored,
  isKeyringRecord,
  isSameState,
  KEYRING,
  keyringFor,
  newKeyringRecord,
  readKeyring,
  type Keyring,
  type KeyringChange,
  type KeyringRecord,
  type Wish,
} from './keyring.ts';
import { under, within } from './store.ts';
import { DISPENSABLE, finish, nextPulse, PULSE, type Place } from './stored-records.ts';

/**
 * Logs an account in or out on this device. Brings its records under its key, and deletes what is dispensable.
 *
 * @param held the keyring of this tab until now
 * @param beforeLock called with the stored keyring, before its account's key is dropped
 * @returns the keyring from then on; `undefined` if nothing had to change
 */
export async function changeAccount(
  place: Place,
  wish: Wish,
  held: Keyring,
  beforeLock: (keyring: Keyring) => Promise<void>,
): Promise<Keyring | undefined> {
  for (;;) {
    const before = (await readKeyring(place.transact, held)) ?? held;
    const after = await keyringFor(wish, held, before);
    if (after === undefined) return undefined;
    if (wish.owner === undefined) await beforeLock(before);
    await sealAnew(place, before);
    const isOvertaken = await place.transact('readwrite', async (store) => {
      const [kept, pulse] = await getMany<unknown>([KEYRING, PULSE], within(store));
      // If the browser has cleared everything, the next write puts the keyring, and its caller learns of it.
      if (kept === undefined) return false;
      if (!isKeyringRecord(kept) || !isSameState(kept, before.record)) return true;
      await finish(store, [under(DISPENSABLE)], replacing(pulse, after.record));
      return false;
    });
    if (isOvertaken) continue;
    await sealAnew(place, after);
    return after;
  }
}

/** Brings records that were written while the server gave no key under the account's. */
async function sealAnew({ transact, accountOf }: Place, keyring: Keyring): Promise<void> {
  const { record, key, accountKey } = keyring;
  if (key === undefined || accountKey === undefined) return;
  const names = (await keys(transact)).map(String);
  const own = names.filter((name) => accountOf(name) === record.account?.owner);
  const stored = await getMany<unknown>(own, transact);
  for (const [index, name] of own.entries()) {
    const old = stored[index];
    if (!isSealed(old) || old.v !== BY_DEVICE) continue;
    // A damaged one stays as it is.
    const value = await unseal(key, name, old).catch(() => undefined);
    if (value === undefined) continue;
    const anew = await seal({ v: BY_ACCOUNT, key: accountKey }, name, old.stamp, value);
    await transact('readwrite', async (store) => {
      // Another tab may have changed or deleted it meanwhile.
      const now = await get<unknown>(name, within(store));
      if (isSealed(now) && now.v === BY_DEVICE && now.stamp === old.stamp)
        await set(name, anew, within(store));
    });
  }
}

/**
 * Starts a new epoch. If a record stays, the device's key does, too; otherwise traces on the disk become unreadable.
 *
 * @param present the keyring of this tab until now
 * @returns the keyring from then on
 */
export async function replaceKeyring(
  transact: UseStore,
  present: Keyring | undefined,
  stays: (name: string) => boolean,
  how: KeyringChange,
): Promise<Keyring | undefined> {
  const { key } = present?.record ?? {};
  const fresh = { ...(await newKeyringRecord(how.isShared, !(key instanceof Uint8Array))), ...how };
  await transact('readwrite', async (store) => {
    const names = (await keys(within(store))).map(String);
    const staying = new Set(names.filter((name) => !name.startsWith('$') && stays(name)));
    const keepsKey = staying.size > 0 && !how.isShared && key !== undefined;
    const pulse = await get<unknown>(PULSE, within(store));
    const gone = names.filter((name) => !staying.has(name));
    await finish(store, gone, replacing(pulse, keepsKey ? { ...fresh, key } : fresh));
  });
  return readKeyring(transact, present);
}

/** What is put with another keyring. */
function replacing(pulse: unknown, record: KeyringRecord): [string, unknown][] {
  return [
    [KEYRING, asStored(record)],
    [PULSE, nextPulse(pulse)],
  ];
}
