// How a tab gets its turn to send and sends, and what the server does.
import { hasWork, nextRequest, type Request } from '#application/account/sending.ts';
import type { Event } from '#application/events.ts';
import { nextStamp } from '#device/stamp.ts';
import { happens, laterThan, nowIn, readDisk, readingOf, reload } from './pages.ts';
import { tabIn, type Flight, type Tab, type World } from './world.ts';

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

/** A tab takes the lease. */
export function begin(world: World, index: number): void {
  const tab = tabIn(world, index);
  happens(world, index, { type: 'sending', answers: [] });
  world.sender = tab.name;
  tab.asking = { is: 'beginning' };
  goOn(world, index);
}

/** Whether a tab that has its turn waits only for a write. */
export function goOn(world: World, index: number): void {
  const tab = world.tabs[index]!;
  if (tab.asking === undefined) return;
  if (tab.asking.is === 'beginning') {
    readDisk(world, index);
    nextRequestOf(world, index);
  } else if (!hasWritten(tab)) return;
  else if (tab.asking.is === 'noted') depart(world, index, tab.asking);
  else if (tab.asking.is === 'ending') stopSending(world, index);
}

function nextRequestOf(world: World, index: number): void {
  const tab = world.tabs[index]!;
  const what = nextRequest(tab.state, nowIn(world).elapsed);
  if (what === undefined || world.sender !== tab.name) return endSending(world, index);
  tab.asking = { what, is: 'noted' };
  const isNoted = what.do === 'put' && world.without !== 'notes';
  happens(world, index, { type: 'sending', answers: isNoted ? what.answers : [] });
  goOn(world, index);
}

/** The request is sent once it is noted. */
function depart(world: World, index: number, asking: NonNullable<Tab['asking']>): void {
  const tab = world.tabs[index]!;
  if (asking.what === undefined) return endSending(world, index);
  tab.asking = { ...asking, is: 'on its way' };
  const since = nextStamp(tab.state.stamps, nowIn(world).wall);
  world.flights.push({ what: asking.what, since, tab: index });
}

/** What it has received from other tabs does not have to be written first. */
function hasWritten({ writing, waiting }: Tab): boolean {
  return writing === undefined && waiting.size === 0;
}

/** Returns the lease. The others wait at least a second longer: by then, the result of the last response is written. */
function endSending(world: World, index: number): void {
  const tab = world.tabs[index]!;
  if (tab.asking !== undefined) tab.asking = { is: 'ending' };
  if (hasWritten(tab)) stopSending(world, index);
}

function stopSending(world: World, index: number): void {
  const tab = world.tabs[index]!;
  tab.asking = undefined;
  const isDone = !hasWork(tab.state, nowIn(world).elapsed);
  happens(world, index, { type: 'sendingEnded', isDone });
}

/** The tab gets the response, or notices that there is none, and makes the next request. */
export function hearResponse(world: World, index: number, heard: Event): void {
  tabIn(world, index);
  // What was typed in other tabs is known before the account is merged.
  if (heard.type === 'profileRead') readDisk(world, index);
  happens(world, index, heard);
  nextRequestOf(world, index);
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
function forgetFlights({ flights }: World, index: number): void {
  for (const [at, flight] of flights.entries())
    if (flight.tab === index) flights[at] = { ...flight, tab: undefined };
}

export function land(world: World, at: number): void {
  const [flight] = world.flights.splice(at, 1);
  if (flight === undefined) return;
  const heard = serve(world, flight);
  const tab = flight.tab === undefined ? undefined : tabIn(world, flight.tab);
  if (tab?.asking !== undefined) tab.asking = { ...tab.asking, heard };
}

/** Whether the tab has an outdated account, and is not about to read it. */
export function isOutdated({ account }: World, { state: { who, line }, asking }: Tab): boolean {
  if (who.is !== 'applicant' || asking !== undefined || line.mustRead) return false;
  return line.revision !== `"${account.revision}"`;
}

export function wake(world: World, index: number): void {
  tabIn(world, index);
  happens(world, index, { type: 'sendAsked', readsIfOlderThanMs: -1 });
}

/** A request reaches the server. Returns the response for the tab. */
function serve(world: World, { what, since }: Flight): Event {
  const { account } = world;
  const isOutdated = (revision: string | undefined) =>
    revision !== undefined && revision !== `"${account.revision}"`;
  switch (what.do) {
    case 'read':
      return { type: 'profileRead', reading: readingOf(world, since) };
    case 'put': {
      if (isOutdated(what.revision)) return { type: 'stale' };
      for (const { key, value } of what.answers) account.answers.set(key, value);
      account.revision += 1;
      return { type: 'saved', answers: what.answers, revision: `"${account.revision}"` };
    }
    case 'call': {
      const { operation, place, at } = what.call;
      if (world.without !== 'revisions' && isOutdated(revisionOf(what))) return { type: 'stale' };
      if (operation.kind === 'add-another') account.calls.set(place, operation.num_components);
      account.revision += 1;
      return {
        type: 'callDone',
        place,
        at,
        revision: world.without === 'revisions' ? undefined : `"${account.revision}"`,
      };
    }
    default:
      return what satisfies never;
  }
}

function revisionOf(what: Request): string | undefined {
  return 'revision' in what ? what.revision : undefined;
}
