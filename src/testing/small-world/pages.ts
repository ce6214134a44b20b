// What a tab does by itself: it handles events, writes, exchanges messages with other tabs, and starts again.
import { accountSteps } from '#application/account/step.ts';
import type { Event } from '#application/events.ts';
import type { Now, State } from '#application/model.ts';
import { newState } from '#application/new-state.ts';
import { ANONYMOUS } from '#application/record-names.ts';
import { draftOf, namesIn, recordAt } from '#application/records.ts';
import { step } from '#application/step.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { wipeOf, type Turn } from '#device/turn.ts';
import { add, beginWrite, clear, endWrite, nothingUnwritten, recordsOf } from '#device/unwritten.ts';
import {
  isBehind,
  NEW_TURN,
  readable,
  storedTurn,
  transactShared,
  transactAccount,
  transactWipe,
  transactWrite,
  withOwnKey,
} from './disk.ts';
import { tabIn, type Records, type Tab, type World } from './world.ts';

/** Longer than any wait. */
const MOMENT_MS = 100_000;
const BEGIN = Date.UTC(2026, 10, 20, 12);

export function nowIn({ time }: Pick<World, 'time'>): Now {
  const elapsed = time * MOMENT_MS;
  return { wall: BEGIN + elapsed, elapsed, today: () => '2026-11-20' };
}

/** The moment of the next happening. */
export function laterThan({ time }: World): Now {
  return nowIn({ time: time + 1 });
}

/** Lets a tab of this world handle an event, and carries out what follows. */
export function happens(world: World, index: number, event: Event): void {
  const tab = world.tabs[index]!;
  const before = new Map(world.without === 'yielding' ? draftOf(tab.state).answers : []);
  const effects = step(tab.state, event, nowIn(world), accountSteps);
  for (const [key, change] of before)
    if (event.type === 'profileRead') draftOf(tab.state).answers.set(key, change);
  for (const effect of effects) {
    if (effect.do === 'write') {
      for (const name of effect.records.keys()) add(tab.unwritten, name);
      tell(world, index, effect.records);
      startWriting(tab);
    } else if (effect.do === 'seal') tab.clearing.push(effect);
    else if (effect.do === 'wipe') {
      clear(tab.unwritten);
      tab.clearing.push(effect);
    } else if (effect.do === 'reload') tab.mustReload = true;
    else if (effect.do === 'findFiles' && hasFiles(world)) tab.rows.push({ do: 'follow' });
    else if (effect.do === 'noteFile') tab.rows.push({ do: 'note', note: effect });
  }
}

/** Otherwise there is nothing to find. */
function hasFiles({ files, left }: World): boolean {
  return files.chosen + left.files > 0;
}

function tell(world: World, index: number, records: Records): void {
  if (records.size === 0) return;
  for (const [other, { is }] of world.tabs.entries())
    if (other !== index && is !== 'closed') tabIn(world, other).inbox.push(records);
}

export function startWriting(tab: Tab): void {
  if (tab.writing !== undefined || tab.unwritten.waiting.size === 0) return;
  tab.writing = { begun: beginWrite(tab.unwritten, (name) => recordAt(tab.state, name)), held: tab.held };
}

export function isWritten({ writing, unwritten }: Tab): boolean {
  return writing === undefined && unwritten.waiting.size === 0;
}

/** A write commits, if `$turn` is still the one that it began under. */
export function commit(world: World, index: number): void {
  const tab = tabIn(world, index);
  const { writing } = tab;
  if (writing === undefined) return;
  const { begun } = writing;
  const outcome = transactWrite(world, writing);
  const stored = storedTurn(world);
  if (isBehind(world, tab)) startAgain(world, index);
  tab.writing = undefined;
  if (outcome.kind === 'replaced') {
    // What was typed before a wipe is dropped; anything else is sealed under the new turn.
    if (stored && wipeOf(stored) === wipeOf(writing.held)) tab.writing = { begun, held: tab.held };
  } else {
    endWrite(tab.unwritten, begun, outcome);
  }
  if (!tab.unwritten.hasFailed) startWriting(tab);
  if (isWritten(tab)) happens(world, index, { type: 'written' });
  for (const other of world.tabs.keys()) if (other !== index) forgetWritten(world, other);
}

/** Writing once more what another tab has written would change nothing. */
function forgetWritten(world: World, index: number): void {
  const { is, writing, unwritten, state } = world.tabs[index]!;
  const isOnDisk = (name: string) => {
    const stored = world.disk.get(name) as { readonly stamp: string } | undefined;
    return stored !== undefined && stored.stamp >= (recordAt(state, name)?.stamp ?? '');
  };
  if (is === 'closed' || writing || unwritten.waiting.size === 0 || ![...unwritten.waiting].every(isOnDisk))
    return;
  clear(tabIn(world, index).unwritten);
  happens(world, index, { type: 'written' });
}

/** Whether a tab has received something that nobody else writes any more: the other tab has crashed. */
export function hasOrphans({ tabs, disk }: World, tab: Tab): boolean {
  if (tab.writing !== undefined || tab.unwritten.hasFailed) return false;
  return [...tab.unwritten.waiting].some((name) => {
    const { stamp } = recordAt(tab.state, name)!;
    const isWriting = ({ is, writing, state, unwritten }: Tab) =>
      is !== 'closed' &&
      ((writing?.begun.get(name)?.stamp ?? '') >= stamp ||
        (writing !== undefined && unwritten.waiting.has(name) && recordAt(state, name)!.stamp >= stamp));
    return !tabs.some(isWriting) && ((disk.get(name) as DeviceRecord | undefined)?.stamp ?? '') < stamp;
  });
}

/** The browser had cleared the storage under this page. */
function writeAllAgain(world: World, index: number): void {
  const tab = world.tabs[index]!;
  happens(world, index, { type: 'deviceAnew' });
  for (const name of namesIn(tab.state)) add(tab.unwritten, name);
  startWriting(tab);
  if (isWritten(tab)) happens(world, index, { type: 'written' });
}

/** Another tab has changed who is here: takes the stored turn, and shows its draft. */
function startAgain(world: World, index: number): void {
  const tab = world.tabs[index]!;
  const stored = storedTurn(world);
  if (stored === undefined) return;
  const { held } = tab;
  take(world, index, withOwnKey(stored, held));
  const owner = stored.account?.owner;
  const isWiped = wipeOf(held) !== wipeOf(stored);
  if (isWiped) clear(tab.unwritten);
  else readDisk(world, index);
  if (isWiped || stored.account?.id !== held.account?.id)
    happens(world, index, { type: 'turned', owner: owner ?? ANONYMOUS, isWiped });
  if (isWiped) readDisk(world, index);
  else if (stored.epoch !== held.epoch) writeAllAgain(world, index);
}

/** Reads what is on the disk, as far as this tab can open it. */
export function readDisk(world: World, index: number): void {
  const tab = world.tabs[index]!;
  if (storedTurn(world) === undefined) return writeAllAgain(world, index);
  if (isBehind(world, tab)) return startAgain(world, index);
  happens(world, index, { type: 'recordsCame', records: newsFor(world, tab), from: 'device' });
}

function newsFor(world: World, tab: Tab): Records {
  const stampOf = (name: string) => recordAt(tab.state, name)?.stamp ?? '';
  const isNews = ([name, { stamp }]: readonly [string, { stamp: string }]) =>
    stamp > stampOf(name) && isKnown(tab.state, name);
  return new Map([...readable(world, tab)].filter(isNews));
}

/** Whether a record belongs to a draft that this tab has. */
function isKnown({ drafts }: State, name: string): boolean {
  const owner = name.split('/')[1];
  return owner === undefined || drafts.has(owner);
}

/** Receives records of another tab. The tab will write those that it accepts, because the other tab may crash. */
export function hear(world: World, index: number): void {
  const tab = tabIn(world, index);
  const records = tab.inbox.shift() ?? new Map();
  const stampOf = (name: string) => recordAt(tab.state, name)?.stamp ?? '';
  const later = [...records].filter(([name, { stamp }]) => stamp > stampOf(name));
  happens(world, index, { type: 'recordsCame', records, from: 'tab' });
  for (const [name, { stamp }] of later) if (stampOf(name) === stamp) add(tab.unwritten, name);
  if (tab.asking !== undefined) startWriting(tab);
  forgetWritten(world, index);
}

/** Seals or wipes, once the present write has ended. */
export function goOnClearing(world: World, index: number): void {
  const tab = tabIn(world, index);
  const effect = tab.clearing.shift();
  if (effect === undefined) return;
  if (effect.do === 'wipe') {
    take(world, index, transactWipe(world, tab, effect));
    happens(world, index, { type: 'wiped', draftOf: effect.draftOf });
    readDisk(world, index);
    return;
  }
  if (!effect.isElsewhere) take(world, index, transactAccount(world, tab, undefined));
  const sealed = effect.owner === ANONYMOUS ? {} : { sealed: effect.owner };
  if (isWritten(tab)) happens(world, index, { type: 'written', ...sealed });
}

/** Whether the disk has something that a tab has not read, or has been cleared. */
export function hasNews(world: World, tab: Tab): boolean {
  if (storedTurn(world) === undefined) return isWritten(tab);
  return isBehind(world, tab) || newsFor(world, tab).size > 0;
}

/** Compares who is here before it paints. */
export function thaw(world: World, index: number): void {
  const tab = tabIn(world, index);
  tab.is = 'running';
  if (world.without !== 8 && isBehind(world, tab)) readDisk(world, index);
}

/** The ending page saves what is not written; the next one writes it. */
export function reload(world: World, index: number): void {
  const { name, state, unwritten, writing, held } = tabIn(world, index);
  const words = recordsOf(unwritten, (one) => recordAt(state, one));
  const writes = new Map([...(writing?.begun ?? []), ...words]);
  world.tabs[index]!.writing = { begun: writes, held };
  commit(world, index);
  open(world, index, name);
}

/** The tab continues with this turn. */
export function take(world: World, index: number, turn: Turn | undefined): void {
  const tab = world.tabs[index]!;
  if (turn === undefined) return;
  tab.held = turn;
  noticeDevice(world, index);
}

function noticeDevice(world: World, index: number): void {
  const { isShared } = world.tabs[index]!.held;
  const status = isShared
    ? ({ kind: 'memory-only', reason: 'shared-computer' } as const)
    : ({ kind: 'kept' } as const);
  happens(world, index, { type: 'deviceChanged', status });
}

/** Storing is turned off or on in this tab. */
export function toggleShared(world: World, index: number): void {
  const tab = tabIn(world, index);
  take(world, index, transactShared(world, tab));
  writeAllAgain(world, index);
}

/** Opens a page, which reads the disk. If there is a session, it finds out whose. */
export function open(world: World, index: number, name: string): void {
  world.tabs[index] = {
    name,
    state: newState(name),
    is: 'running',
    held: storedTurn(world) ?? NEW_TURN,
    unwritten: nothingUnwritten(),
    writing: undefined,
    inbox: [],
    asking: undefined,
    filing: undefined,
    removing: undefined,
    rows: [],
    clearing: [],
    arriving: world.session,
    mustReload: false,
  };
  noticeDevice(world, index);
  readDisk(world, index);
  if (world.session === undefined) happens(world, index, { type: 'left', how: 'expired' });
  else happens(world, index, { type: 'sessionFound' });
}
