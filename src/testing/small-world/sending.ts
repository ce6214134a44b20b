// How a tab gets its turn to send and sends, and what the server does.
import { hasWork, nextRequest, type Request } from '#application/account/sending.ts';
import { seenIn } from '#application/draft.ts';
import type { Event } from '#application/events.ts';
import { draftOf } from '#application/records.ts';
import type { State } from '#application/model.ts';
import { nextStamp } from '#device/stamp.ts';
import { transactAccount } from './disk.ts';
import { happens, isWritten, laterThan, nowIn, readDisk, reload, startWriting, take } from './pages.ts';
import { tabIn, type Asking, type Flight, type Person, type Tab, type World } from './world.ts';

const ADDRESSES: Readonly<Record<Person, string>> = { ann: 'ann@example.org', bob: 'bob@example.org' };
const OFFLINE = { type: 'failed', failure: { is: 'offline', chance: 0 } } as const;

export function wantsToSend(world: World, { state, asking }: Tab): boolean {
  return asking === undefined && nextRequest(state, laterThan(world).elapsed) !== undefined;
}

/** The tab that has requests on their way. */
export function holderIn({ tabs }: World): Tab | undefined {
  return tabs.find(({ asking, is }) => asking !== undefined && is !== 'closed');
}

/** Whether no tab has requests on their way, or the one that has does not answer. */
export function maySend(world: World): boolean {
  const holder = holderIn(world);
  return holder === undefined || holder.is === 'frozen';
}

/** What was typed in the tab is written first. */
export function begin(world: World, index: number): void {
  const tab = tabIn(world, index);
  happens(world, index, { type: 'sending', answers: [] });
  tab.asking = { is: 'beginning' };
  startWriting(tab);
  goOn(world, index);
}

/** Whether a tab that has its turn waits only for a write. */
export function goOn(world: World, index: number): void {
  const tab = world.tabs[index]!;
  if (tab.asking === undefined || !isWritten(tab)) return;
  if (tab.asking.is === 'beginning') {
    readDisk(world, index);
    nextRequestOf(world, index);
  } else if (tab.asking.is === 'noted') depart(world, index, tab.asking);
  else if (tab.asking.is === 'ending') stopSending(world, index);
}

function nextRequestOf(world: World, index: number): void {
  const tab = world.tabs[index]!;
  const what = nextRequest(tab.state, nowIn(world).elapsed);
  if (what === undefined || tab.state.who.is !== 'applicant') return endSending(world, index);
  tab.asking = { what, is: 'noted' };
  happens(world, index, {
    type: 'sending',
    answers: what.do === 'put' && world.without !== 5 ? what.answers : [],
  });
  goOn(world, index);
}

function depart(world: World, index: number, asking: Asking): void {
  const tab = world.tabs[index]!;
  const { who } = tab.state;
  if (asking.what === undefined || who.is !== 'applicant') return endSending(world, index);
  tab.asking = { ...asking, is: 'on its way' };
  const since = nextStamp(tab.state.stamps, nowIn(world).wall);
  world.flights.push({ what: asking.what, since, as: world.session, named: who.owner, tab: index });
}

/** Returns its turn, once the result of the last response is written. */
function endSending(world: World, index: number): void {
  const tab = world.tabs[index]!;
  if (tab.asking !== undefined) tab.asking = { is: 'ending' };
  if (isWritten(tab)) stopSending(world, index);
}

function stopSending(world: World, index: number): void {
  const tab = world.tabs[index]!;
  tab.asking = undefined;
  const isDone = !hasWork(tab.state, nowIn(world).elapsed);
  if (tab.state.who.is === 'applicant') happens(world, index, { type: 'sendingEnded', isDone });
}

/** The tab gets the response, or notices that there is none, and makes the next request. */
export function hearResponse(world: World, index: number, heard: Event): void {
  const tab = tabIn(world, index);
  // What was typed in other tabs is known before the account is merged.
  if (heard.type === 'profileRead') readDisk(world, index);
  // It is about somebody who is not here any more.
  if (tab.asking === undefined || tab.state.who.is !== 'applicant') return endSending(world, index);
  if (world.without === 4) forgetSeen(tab.state);
  happens(world, index, heard);
  nextRequestOf(world, index);
}

/** Whatever is seen next counts as later. */
function forgetSeen(state: State): void {
  const { seen } = draftOf(state);
  for (const [key, record] of seen) seen.set(key, { ...record, stamp: '' });
}

export function giveUp(world: World, index: number | undefined): void {
  const tab = index === undefined ? undefined : world.tabs[index];
  if (index === undefined || tab === undefined || tab.is === 'closed') return;
  const asked = tab.asking?.what;
  hearResponse(world, index, asked?.do === 'call' ? { ...OFFLINE, call: asked.call } : OFFLINE);
}

export function giveUpFlight(world: World, at: number): void {
  const flight = world.flights[at]!;
  world.flights[at] = { ...flight, tab: undefined };
  giveUp(world, flight.tab);
}

export function kill(world: World, index: number): void {
  tabIn(world, index).is = 'closed';
  forgetFlights(world, index);
}

export function loadAgain(world: World, index: number): void {
  forgetFlights(world, index);
  reload(world, index);
}

/** The page that waited for these responses has ended. */
function forgetFlights({ flights, files }: World, index: number): void {
  for (const [at, flight] of flights.entries())
    if (flight.tab === index) flights[at] = { ...flight, tab: undefined };
  for (const [at, flight] of files.flights.entries())
    if (flight.tab === index) files.flights[at] = { ...flight, tab: undefined };
  if (files.holder?.tab === index) files.holder = undefined;
}

export function land(world: World, at: number): void {
  const [flight] = world.flights.splice(at, 1);
  if (flight === undefined) return;
  const heard = serve(world, flight);
  const tab = flight.tab === undefined ? undefined : tabIn(world, flight.tab);
  if (tab?.asking !== undefined) tab.asking = { ...tab.asking, heard };
}

/** Whether the tab has an outdated account, and is not about to read it. */
export function isOutdated({ accounts }: World, { state, asking }: Tab): boolean {
  const { who, sending } = state;
  if (who.is !== 'applicant' || asking !== undefined || sending.isStale) return false;
  return seenIn(draftOf(state))?.version !== `"${accounts[who.owner as Person].version}"`;
}

export function wake(world: World, index: number): void {
  tabIn(world, index);
  happens(world, index, { type: 'sendAsked', readsIfOlderThanMs: -1 });
}

/** A request reaches the server. Returns the response for the tab. */
function serve(world: World, { what, as, named, since }: Flight): Event {
  // The session has ended, or is another account's.
  if (as === undefined || as !== named) return { type: 'left', how: 'expired' };
  const account = world.accounts[as];
  const isOutdated = (version: string | undefined) =>
    version !== undefined && version !== `"${account.version}"`;
  switch (what.do) {
    case 'read':
      return { type: 'profileRead', reading: readingOf(world, as, since) };
    case 'put': {
      if (isOutdated(what.version)) return { type: 'outdated', over: what.version };
      for (const { key, value } of what.answers) account.answers.set(key, value);
      account.version += 1;
      return { type: 'saved', answers: what.answers, over: what.version, version: `"${account.version}"` };
    }
    case 'call': {
      const { operation, callKey, at } = what.call;
      if (world.without !== 6 && isOutdated(versionOf(what)))
        return { type: 'outdated', over: versionOf(what) };
      if (operation.kind === 'add-another') account.calls.set(callKey, operation.num_components);
      account.version += 1;
      return {
        type: 'callDone',
        callKey,
        at,
        over: versionOf(what),
        version: world.without === 6 ? undefined : `"${account.version}"`,
      };
    }
    default:
      return what satisfies never;
  }
}

function versionOf(what: Request): string | undefined {
  return 'version' in what ? what.version : undefined;
}

function readingOf({ accounts }: World, owner: Person, since: string) {
  const { answers, version } = accounts[owner];
  const profile = { username: ADDRESSES[owner], last_page: null, web_status: [{ web_status: 'started' }] };
  return { owner, profile, answers: Object.fromEntries(answers), version: `"${version}"`, since };
}

/** The profile arrives after a log-in, or at the start with a session. */
export function arrive(world: World, index: number): void {
  const tab = tabIn(world, index);
  const { session } = world;
  tab.arriving = undefined;
  if (session === undefined) return happens(world, index, { type: 'left', how: 'expired' });
  const since = nextStamp(tab.state.stamps, nowIn(world).wall);
  take(world, index, transactAccount(world, tab, session));
  happens(world, index, { type: 'ownerAdded', owner: session });
  readDisk(world, index);
  happens(world, index, { type: 'loggedIn', reading: readingOf(world, session, since) });
}
