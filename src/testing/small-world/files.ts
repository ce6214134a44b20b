// The file of one question: its requests, the document in the account, and another device that attaches one, too.
import { dueAt } from '#application/account/upload-view.ts';
import type { Event } from '#application/events.ts';
import { happens, laterThan } from './pages.ts';
import { tabIn, type Document, type FileFlight, type Tab, type World } from './world.ts';

export const FILE_KEY = 'college_transcript';
/** All files have the same name and size. */
const FILE = { name: 'cv.pdf', size: 3 } as File;
const OFFLINE = { is: 'offline', sentence: '', chance: 0, begunAt: 0 } as const;

export function choose(world: World, index: number): void {
  tabIn(world, index);
  world.files.chosen += 1;
  const about = { key: FILE_KEY, id: `file ${world.files.chosen}`, file: FILE } as const;
  happens(world, index, { type: 'fileChosen', ...about });
  happens(world, index, { type: 'fileKept', ...about, isOnDevice: true });
}

export function attachElsewhere({ files }: World): void {
  files.places += 1;
  files.document = { place: `place ${files.places}`, by: 'another device', rank: files.chosen };
}

export function isAsking({ state }: Tab): boolean {
  return state.files.get(FILE_KEY)?.step === 'asking';
}

export function decide(world: World, index: number, replaces: boolean): void {
  const { state } = tabIn(world, index);
  const { theirs } = state.files.get(FILE_KEY)!;
  if (replaces) world.files.agreed.add(theirs?.place ?? world.files.document?.place ?? '');
  happens(world, index, { type: 'fileDecided', key: FILE_KEY, replaces });
}

export function isDue(world: World, { state, filing }: Tab): boolean {
  const upload = state.files.get(FILE_KEY);
  return filing === undefined && upload !== undefined && dueAt(upload) <= laterThan(world).elapsed;
}

export function begin(world: World, index: number): void {
  const tab = tabIn(world, index);
  const { step, id, theirs, place } = tab.state.files.get(FILE_KEY)!;
  happens(world, index, { type: 'fileBegun', key: FILE_KEY, id });
  tab.filing = { step, id };
  world.files.flights.push({ step, id, theirs: theirs?.place, place: place?.fields['key'], tab: index });
}

/** A request about the file reaches the server; `isOnce` unless a copy of it is still on its way. */
export function land(world: World, at: number, isOnce = true): void {
  const flight = world.files.flights[at]!;
  if (isOnce) world.files.flights.splice(at, 1);
  else world.files.flights[at] = { ...flight, tab: undefined };
  const heard = serve(world, flight);
  const tab = flight.tab === undefined ? undefined : tabIn(world, flight.tab);
  if (tab?.filing !== undefined) tab.filing = { ...tab.filing, heard };
}

export function hear(world: World, index: number): void {
  const tab = tabIn(world, index);
  const heard = tab.filing?.heard;
  tab.filing = undefined;
  if (heard !== undefined) happens(world, index, heard);
}

/** @param isLate the request is still on its way */
export function giveUp(world: World, at: number, isLate: boolean): void {
  const flight = world.files.flights[at]!;
  if (isLate) world.files.flights[at] = { ...flight, tab: undefined };
  else world.files.flights.splice(at, 1);
  if (flight.tab === undefined) return;
  const tab = tabIn(world, flight.tab);
  tab.filing = undefined;
  happens(world, flight.tab, { type: 'fileHindered', key: FILE_KEY, id: flight.id, trouble: OFFLINE });
}

function serve(world: World, { step, id, theirs, place }: FileFlight): Event {
  const about = { key: FILE_KEY, id } as const;
  const { files } = world;
  switch (step) {
    case 'kept':
      return { type: 'fileLooked', ...about, theirs: listed(world, files.document) };
    case 'free':
      files.places += 1;
      return { type: 'filePlaced', ...about, place: { url: '/', fields: { key: `place ${files.places}` } } };
    case 'placed':
      return { type: 'filePosted', ...about };
    case 'posted': {
      if (place === undefined) throw new Error('A file is converted without a place.');
      const isAsBefore = world.without === 7 || files.document?.place === theirs;
      if (world.without !== 7 && files.converted.has(place)) return { type: 'fileConverting', ...about };
      if (!isAsBefore) return { type: 'fileHindered', ...about, trouble: { ...OFFLINE, is: 'outdated' } };
      files.converted.add(place);
      files.document = { place, by: 'this device', rank: Number(id?.slice('file '.length)) };
      return { type: 'fileConverting', ...about };
    }
    case 'converting': {
      const status = files.document === undefined ? 'NOT_ANSWERED' : 'COMPLETED';
      const tag = world.without === 7 ? {} : { place: files.document?.place };
      return { type: 'conversionHeard', ...about, status, message: '', ...tag };
    }
    case 'attached':
      return { type: 'listRead', ...about, isRead: true };
    default:
      throw new Error(`There is no request for ${step}.`);
  }
}

/** The document in the list. A server without tags sends no place. */
function listed({ without }: World, document: Document | undefined) {
  if (document === undefined) return undefined;
  const place = without === 7 ? {} : { place: document.place };
  return { file_name: FILE.name, file_size: FILE.size, status: 'COMPLETED', ...place } as const;
}

/** Another device's file is not replaced without asking, and no older file of this device replaces a newer one. */
export function faultsOfFiles(before: World, after: World): readonly string[] {
  const [from, to] = [before.files.document, after.files.document];
  if (from === undefined || to === undefined || from.place === to.place || to.by !== 'this device') return [];
  if (from.by === 'another device' && !after.files.agreed.has(from.place))
    return ["another device's file is replaced, unasked"];
  return from.by === 'this device' && to.rank < from.rank ? ['an older file replaces a newer one'] : [];
}
