// What proves to a server that an account's records are on this device, also after the account was deleted.
import { get, getMany, keys, set } from 'idb-keyval';
import { BY_ACCOUNT, importKey, isSealed, seal, unseal } from './cipher.ts';
import { within } from './store.ts';
import type { Place } from './stored-records.ts';
import { isTurn, TURN } from './turn.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The name begins as that of a record of the account, so the proof goes when those go. It opens none of them. */
const nameOf = (owner: string) => `proof/${owner}/`;

/** The proof that the last login of this account has left here. Storage that does not work has none. */
export async function proofOn({ transact }: Place, owner: string): Promise<string | undefined> {
  const proof = await get<unknown>(nameOf(owner), transact).catch(() => undefined);
  return typeof proof === 'string' ? proof : undefined;
}

/** The proofs of all accounts that have other records here. */
export async function proofsOn(place: Place): Promise<readonly string[]> {
  const names = (await keys(place.transact).catch(() => [])).map(String);
  const owners = new Set(names.filter((name) => !name.startsWith('proof/')).map(place.accountOf));
  const proofs = [...owners].flatMap((owner) => (owner === undefined ? [] : [proofOn(place, owner)]));
  return (await Promise.all(proofs)).filter((proof) => proof !== undefined);
}

/** Keeps the proof of the account that is logged in. A shared computer keeps none. */
export async function keepProof({ transact }: Place, owner: string, proof: string): Promise<void> {
  const keep = async (store: IDBObjectStore) => {
    const [turn, kept] = await getMany<unknown>([TURN, nameOf(owner)], within(store));
    const isHere = isTurn(turn) && !turn.isShared && turn.account?.owner === owner;
    if (isHere && kept !== proof) await set(nameOf(owner), proof, within(store));
  };
  await transact('readwrite', keep).catch(() => undefined);
}

/** Seals the records of a locked account again, which the key of a former account with this address opens. */
export async function sealUnder(
  { transact, accountOf }: Place,
  owner: string,
  bytes: { readonly former: Bytes; readonly now: Bytes },
): Promise<void> {
  const [former, now] = await Promise.all([importKey(bytes.former), importKey(bytes.now)]);
  const own = (await keys(transact)).map(String).filter((name) => accountOf(name) === owner);
  for (const name of own) {
    const old = await get<unknown>(name, transact);
    if (!isSealed(old) || old.v !== BY_ACCOUNT) continue;
    const value = await unseal(former, name, old).catch(() => undefined);
    if (value !== undefined)
      await set(name, await seal({ v: BY_ACCOUNT, key: now }, name, old.stamp, value), transact);
  }
}
