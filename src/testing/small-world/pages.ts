// What a tab does by itself: it handles events, writes, and exchanges messages with other tabs, as `device/journal.ts`
// does.
import { accountSteps } from '#application/account/step.ts';
import type { Event } from '#application/events.ts';
import type { Now } from '#application/model.ts';
import { newState } from '#application/new-state.ts';
import { recordAt } from '#application/records.ts';
import { step } from '#application/step.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { nextStamp } from '#device/stamp.ts';
import { tabIn, type Records, type Tab, type World } from './world.ts';

/** Longer than any wait. */
const MOMENT_MS = 100_000;
const BEGIN = Date.UTC(2026, 10, 20, 12);
export const OWNER = 'ann';

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
  for (const effect of step(tab.state, event, nowIn(world), accountSteps)) {
    if (effect.do !== 'write') continue;
    for (const name of effect.records.keys()) {
      tab.waiting.add(name);
      tab.heard.delete(name);
    }
    for (const [other, { is }] of world.tabs.entries())
      if (other !== index && is !== 'closed') tabIn(world, other).inbox.push(effect.records);
    startWriting(tab);
  }
}

/** Writes the present values. The next write has later changes. */
function startWriting(tab: Tab): void {
  if (tab.writing !== undefined || tab.waiting.size === 0) return;
  tab.writing = recordsOf(tab, tab.waiting);
  tab.waiting.clear();
}

function recordsOf({ state }: Tab, names: Iterable<string>): Records {
  const records = new Map<string, DeviceRecord>();
  for (const name of names) {
    const record = recordAt(state, name);
    if (record !== undefined) records.set(name, record);
  }
  return records;
}

export function isWritten({ writing, waiting, heard }: Tab): boolean {
  return writing === undefined && waiting.size + heard.size === 0;
}

/** A write commits, except for records that the disk has in a later version. */
export function commit(world: World, index: number): void {
  const tab = tabIn(world, index);
  put(world, tab.writing ?? new Map());
  tab.writing = undefined;
  startWriting(tab);
  for (const other of world.tabs.keys()) forgetWritten(world, other);
}

function put({ disk, without }: World, records: Records): void {
  for (const [name, record] of records)
    if (without === 'stamps' || record.stamp > (disk.get(name)?.stamp ?? '')) disk.set(name, record);
}

/** Writing once more what another tab has written would change nothing. */
function forgetWritten(world: World, index: number): void {
  const { is, heard, state } = world.tabs[index]!;
  if (is === 'closed') return;
  const isOnDisk = (name: string) =>
    (world.disk.get(name)?.stamp ?? '') >= (recordAt(state, name)?.stamp ?? '');
  const written = [...heard].filter(isOnDisk);
  const tab = tabIn(world, index);
  for (const name of written) tab.heard.delete(name);
  if (isWritten(tab) && !state.isWritten) happens(world, index, { type: 'written' });
}

/** What a tab has received, and nobody else writes any more: the other tab has crashed. */
function orphansOf({ tabs, disk }: World, tab: Tab): readonly string[] {
  return [...tab.heard].filter((name) => {
    const stamp = recordAt(tab.state, name)?.stamp ?? '';
    const isWriting = ({ is, waiting, writing }: Tab) =>
      is !== 'closed' && (waiting.has(name) || (writing?.get(name)?.stamp ?? '') >= stamp);
    return (disk.get(name)?.stamp ?? '') < stamp && !tabs.some(isWriting);
  });
}

export function hasOrphans(world: World, tab: Tab): boolean {
  return tab.writing === undefined && orphansOf(world, tab).length > 0;
}

export function writeOrphans(world: World, index: number): void {
  const tab = tabIn(world, index);
  for (const name of orphansOf(world, tab)) tab.waiting.add(name);
  startWriting(tab);
}

export function readDisk(world: World, index: number): void {
  happens(world, index, { type: 'recordsCame', records: new Map(world.disk), from: 'device' });
}

/** Whether the disk has something that a tab has not read. */
export function hasNews({ disk }: World, { state }: Tab): boolean {
  return [...disk].some(([name, { stamp }]) => stamp > (recordAt(state, name)?.stamp ?? ''));
}

/** Receives records of another tab. The tab will write those that it accepts, because the other tab may crash. */
export function hear(world: World, index: number): void {
  const tab = tabIn(world, index);
  const records = tab.inbox.shift() ?? new Map<string, DeviceRecord>();
  const stampOf = (name: string) => recordAt(tab.state, name)?.stamp ?? '';
  const later = [...records].filter(([name, { stamp }]) => stamp > stampOf(name));
  happens(world, index, { type: 'recordsCame', records, from: 'tab' });
  for (const [name] of later) tab.heard.add(name);
  forgetWritten(world, index);
}

export function thaw(world: World, index: number): void {
  tabIn(world, index).is = 'running';
}

/** The ending page saves what is not written; the next one writes it. */
export function reload(world: World, index: number): void {
  const tab = tabIn(world, index);
  put(world, new Map([...(tab.writing ?? []), ...recordsOf(tab, tab.waiting)]));
  open(world, index, tab.name, tab.state.who.is === 'applicant');
  for (const other of world.tabs.keys()) if (other !== index) forgetWritten(world, other);
}

/** Opens a page, which reads the disk and, if the applicant is here, the account. */
export function open(world: World, index: number, name: string, isHere: boolean): void {
  const tab: Tab = {
    name,
    state: newState(name),
    is: 'running',
    waiting: new Set(),
    heard: new Set(),
    writing: undefined,
    inbox: [],
    asking: undefined,
    filing: undefined,
  };
  world.tabs[index] = tab;
  happens(world, index, { type: 'deviceChanged', status: { kind: 'kept' } });
  if (isHere) happens(world, index, { type: 'ownerAdded', owner: OWNER });
  readDisk(world, index);
  const since = nextStamp(tab.state.stamps, nowIn(world).wall);
  if (isHere) happens(world, index, { type: 'loggedIn', reading: readingOf(world, since) });
}

export function readingOf({ account }: World, since: string) {
  const { answers, revision } = account;
  const profile = { username: 'ann@example.org', last_page: null, web_status: [{ web_status: 'started' }] };
  return { owner: OWNER, profile, answers: Object.fromEntries(answers), revision: `"${revision}"`, since };
}
