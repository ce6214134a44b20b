// The transactions of IndexedDB, each whole or not at all, as `src/device` makes them. Nothing is encrypted here.
import { SEEN } from '#application/draft.ts';
import type { Change, Seen } from '#application/model.ts';
import { accountIn, nameOf, outlives } from '#application/record-names.ts';
import type { Effect } from '#application/events.ts';
import { keyOf, sealFor, type Keyring } from '#device/keyring.ts';
import { outcomeOf, type DeviceRecord, type Put } from '#device/stored-records.ts';
import type { Sealed } from '#device/cipher.ts';
import { nextEpoch, withAccount } from '#device/changes.ts';
import { asStored, isTurn, SCHEMA, termOf, TURN, type Turn } from '#device/turn.ts';
import type { Person, Tab, World, Writing } from './world.ts';

const KEY = new Uint8Array(1);
const NO_SECRET = { iv: KEY, text: new ArrayBuffer(1) };
export const TURN_NAME = TURN;
export const NEW_TURN: Turn = { v: SCHEMA, epoch: 'e0', isShared: false, key: KEY };

interface Stored extends Sealed {
  readonly value: unknown;
}

export function storedTurn({ disk }: World): Turn | undefined {
  const turn = disk.get(TURN);
  return isTurn(turn) ? turn : undefined;
}

function keyringOf(turn: Turn): Keyring {
  const key = {} as CryptoKey;
  return { turn, key: turn.key && key, accountKey: turn.account?.key && key };
}

/** The answer that is stored for an owner: a change, or else the account's. */
export function valueStored(world: World, owner: string, key: string): string {
  const seen = valueAt(world, nameOf('seen', owner, SEEN)) as Seen | undefined;
  return changeStored(world, owner, key)?.value ?? seen?.answers[key] ?? '';
}

export function changeStored(world: World, owner: string, key: string): Change | undefined {
  return valueAt(world, nameOf('answers', owner, key)) as Change | undefined;
}

/** The value of a stored record, even if nobody could open it. */
export function valueAt({ disk }: World, name: string): unknown {
  return (disk.get(name) as Stored | undefined)?.value;
}

/** All that a tab can open. */
export function readable({ disk }: World, { held }: Tab): ReadonlyMap<string, DeviceRecord> {
  const keyring = keyringOf(held);
  const records = new Map<string, DeviceRecord>();
  for (const [name, stored] of disk as Map<string, Stored>)
    if (name !== TURN && keyOf(keyring, accountIn(name), stored) !== undefined)
      records.set(name, deviceRecord(stored));
  return records;
}

const opened = new WeakMap<Stored, DeviceRecord>();

function deviceRecord(stored: Stored): DeviceRecord {
  const record = opened.get(stored) ?? { stamp: stored.stamp, value: stored.value };
  opened.set(stored, record);
  return record;
}

/** A write commits. Returns its outcome. */
export function transactWrite(world: World, { begun, held }: Writing) {
  const { disk, without } = world;
  if (held.isShared) return { kind: 'off' } as const;
  const keyring = keyringOf(held);
  const puts = [...begun].map(([name, { stamp, value }]): Put<Stored> => {
    const owner = accountIn(name);
    const own = sealFor(keyring, owner);
    return {
      name,
      stamp,
      v: own?.v ?? 1,
      sealed: own && value !== undefined ? { ...NO_SECRET, v: own.v, stamp, value } : undefined,
      isLocked: own === undefined && value !== undefined,
      isDevices: owner === undefined,
    };
  });
  const isForgotten = (name: string) => without === (name.startsWith('seen/') ? 4 : 1);
  const before = puts.map(({ name }) => (isForgotten(name) ? undefined : disk.get(name)));
  const storedTurn = without === 3 ? held : disk.get(TURN);
  const { gone, put, ...outcome } = outcomeOf(storedTurn, held, puts, before, freshId(world));
  for (const name of gone) disk.delete(name);
  for (const [name, value] of put) if (name !== TURN || without !== 3) disk.set(name, value);
  return outcome;
}

/** Logs somebody in on this device, or out. */
export function transactAccount(world: World, { held }: Tab, owner: Person | undefined): Turn | undefined {
  const stored = storedTurn(world) ?? held;
  const isSame = owner !== undefined && stored.account?.owner === owner;
  const id = world.without === 2 ? 'same' : freshId(world);
  const turn = withAccount(
    stored,
    held,
    owner === undefined ? {} : { owner, key: isSame ? undefined : KEY },
    id,
  );
  if (turn !== undefined) world.disk.set(TURN, asStored(turn));
  return turn;
}

/** Deletes what is not somebody else's, and starts a new epoch. */
export function transactWipe(world: World, tab: Tab, effect: Effect<'wipe'>): Turn {
  const stays = (name: string, stamp: string) => outlives(name, stamp, effect);
  return startEpoch(world, tab, stays, { isShared: tab.held.isShared, isWipe: true });
}

/** Turns storing on this device off or on. */
export function transactShared(world: World, tab: Tab): Turn {
  const own = [undefined, storedTurn(world)?.account?.owner];
  const stays = (name: string) => !own.includes(accountIn(name));
  return startEpoch(world, tab, stays, { isShared: !tab.held.isShared, isWipe: false });
}

function startEpoch(
  world: World,
  { held }: Tab,
  stays: (name: string, stamp: string) => boolean,
  how: { readonly isShared: boolean; readonly isWipe: boolean },
): Turn {
  const epoch = world.without === 2 ? held.epoch : freshId(world);
  const { key: _, ...turn } = NEW_TURN;
  const fresh = { ...turn, epoch, isShared: how.isShared, ...(!how.isShared && { key: KEY }) };
  const next = nextEpoch(world.disk.get(TURN), withOwnKey(storedTurn(world) ?? held, held), fresh, how);
  for (const [name, stored] of world.disk as Map<string, Stored>)
    if (name === TURN || !stays(name, stored.stamp)) world.disk.delete(name);
  world.disk.set(TURN, asStored(next));
  return withOwnKey(asStored(next), next);
}

/** On a shared computer, the account's key is only in the memory of a tab. */
export function withOwnKey(stored: Turn, { account }: Turn): Turn {
  return account !== undefined && account.id === stored.account?.id ? { ...stored, account } : stored;
}

export function isBehind(world: World, { held }: Tab): boolean {
  const stored = storedTurn(world);
  return stored === undefined || termOf(stored) !== termOf(held);
}

function freshId({ time }: World): string {
  return `e${String(time)}`;
}
