// The file of one question: its row, its requests, the document in the account, and another device that attaches one, too.
import { dueAt, placeOf } from '#application/account/upload-view.ts';
import type { FileTrouble, Upload } from '#application/account/upload-model.ts';
import type { Event } from '#application/events.ts';
import { hasFailed } from '#application/select.ts';
import { partsAfter, type FileNote, type FileRow } from '#files/stored-files.ts';
import { happens, laterThan } from './pages.ts';
import { isApplicant } from './people.ts';
import { tabIn, type Document, type FileFlight, type Tab, type World } from './world.ts';

export const FILE_KEY = 'college_transcript';
/** All files have the same name and size. */
const FILE = { name: 'cv.pdf', type: '', size: 3 } as File;
const OFFLINE = { is: 'offline', sentence: '', chance: 0, begunAt: 0 } as const;
/** A file fails when the server has been too busy this often in a row. A page may end before it has noted the last time. */
const BUSY_MAX = 3;

function uploadIn({ state }: Tab): Upload | undefined {
  return state.files.get(FILE_KEY);
}

/** Of this device's files, the later ones have the greater rank. */
function rankOf(id = ''): number {
  return Number(id.slice('file '.length));
}

/** Nobody takes a file back and chooses another one within the time of a read. */
export function canBeChosen({ rows }: Tab): boolean {
  return rows.every((work) => work.do !== 'remove');
}

export function choose(world: World, index: number): void {
  const tab = tabIn(world, index);
  world.files.chosen += 1;
  world.files.busy = 0;
  const id = `file ${world.files.chosen}`;
  happens(world, index, { type: 'fileChosen', key: FILE_KEY, id, file: FILE });
  const theirs = world.without === 'replacing' ? undefined : (uploadIn(tab)?.theirs ?? undefined);
  tab.rows.push({ do: 'put', id, theirs });
}

export function attachElsewhere({ files }: World): void {
  files.places += 1;
  files.document = { place: `place ${files.places}`, by: 'another device', rank: files.chosen };
}

export function isAsking(tab: Tab): boolean {
  return uploadIn(tab)?.step === 'asking';
}

export function decide(world: World, index: number, replaces: boolean): void {
  const { theirs, id = '' } = uploadIn(tabIn(world, index))!;
  if (replaces) world.files.agreed.add(theirs?.place ?? world.files.document?.place ?? '');
  else world.files.givenUp.add(id);
  happens(world, index, { type: 'fileDecided', key: FILE_KEY, replaces });
}

export function canBeTakenBack(tab: Tab, world: World): boolean {
  const upload = uploadIn(tab);
  const isOpen = upload === undefined ? world.files.document !== undefined : !hasFailed(upload);
  return isApplicant(tab) && isOpen && upload?.step !== 'removing';
}

export function takeBack(world: World, index: number): void {
  const tab = tabIn(world, index);
  const before = uploadIn(tab);
  const { files } = world;
  files.givenUp.add(before?.id ?? `file ${files.document?.rank}`);
  // What the account has may be deleted, and replaced unasked.
  const { place = '' } = files.document ?? {};
  if (before === undefined || placeOf(before) === place) files.agreed.add(place);
  tab.rows.push({ do: 'remove', before, shown: listed(world, files.document) });
}

/** The next of what a tab reads and writes about its file. */
export function workOnRow(world: World, index: number): void {
  const tab = tabIn(world, index);
  const { files } = world;
  const work = tab.rows.shift()!;
  // Somebody else is here, or nobody.
  if (!isApplicant(tab)) return;
  if (work.do === 'follow') return follow(world, index);
  if (work.do === 'put') {
    files.safe = rankOf(work.id);
    files.hasFailed = false;
    files.row = { id: work.id, name: FILE.name, type: '', isSent: false, theirs: work.theirs };
    happens(world, index, { type: 'fileStored', key: FILE_KEY, id: work.id, file: FILE, isOnDevice: true });
    return tellOthers(world, index);
  }
  if (work.do === 'remove') {
    follow(world, index);
    const present = uploadIn(tab);
    if (present !== undefined && present.id !== work.before?.id) return;
    const { before, shown } = work;
    const upload = present ?? before;
    const note = { key: FILE_KEY, id: upload?.id, as: 'done' } as const;
    if (noteIn(world, note) === 'another') return follow(world, index);
    tellOthers(world, index);
    const id = `removal of ${upload?.id ?? shown?.place}`;
    happens(world, index, { type: 'removalAsked', key: FILE_KEY, id, upload, shown });
    return askForRemoval(world, index, id);
  }
  if (noteIn(world, work.note) === 'another') follow(world, index);
  if (work.note.as === 'done') tellOthers(world, index);
}

function noteIn(world: World, note: FileNote) {
  const { files } = world;
  const parts = partsAfter(files.row, note);
  if (parts !== 'another' && 'about' in parts) files.row = stored(world, parts.about);
  if (parts !== 'another' && 'failed' in parts) files.hasFailed = parts.failed !== undefined;
  return parts;
}

/** A removal is one request, beside those of the files. */
function askForRemoval(world: World, index: number, id: string): void {
  const upload = uploadIn(world.tabs[index]!);
  if (upload?.id !== id) return;
  pass(world, index);
  tabIn(world, index).filing = { step: 'removing', id };
  world.files.flights.push({
    step: 'removing',
    id,
    theirs: upload.theirs?.place,
    place: undefined,
    tab: index,
  });
}

function stored({ without }: World, row: FileRow | undefined): FileRow | undefined {
  return row && without === 'tries' ? { ...row, trouble: undefined } : row;
}

function tellOthers(world: World, index: number): void {
  for (const other of world.tabs.keys())
    if (other !== index && world.tabs[other]!.is !== 'closed')
      tabIn(world, other).rows.push({ do: 'follow' });
}

function follow(world: World, index: number): void {
  const { row, hasFailed: isFailed } = world.files;
  const kept = new Map(row === undefined ? [] : [[FILE_KEY, { ...row, file: FILE }] as const]);
  const failed = new Map(isFailed ? [[FILE_KEY, { message: '', file: FILE }] as const] : []);
  happens(world, index, { type: 'filesFound', kept, failed });
}

/** Whether it is the turn of a tab, and its next request is due. */
export function isDue(world: World, tab: Tab): boolean {
  const upload = uploadIn(tab);
  const { holder } = world.files;
  if (tab.filing !== undefined || tab.rows.length > 0 || upload === undefined) return false;
  const isOurs = holder === undefined || world.tabs[holder.tab] === tab || upload.id === undefined;
  return isOurs && dueAt(upload) <= laterThan(world).elapsed;
}

export function begin(world: World, index: number): void {
  const tab = tabIn(world, index);
  const { id } = uploadIn(tab)!;
  if (id !== undefined) follow(world, index);
  const upload = uploadIn(tab);
  if (upload === undefined || upload.id !== id || hasFailed(upload)) return release(world, index);
  world.files.holder = { tab: index, id };
  const { step, theirs, place } = upload;
  happens(world, index, { type: 'fileBegun', key: FILE_KEY, id });
  tab.filing = { step, id };
  world.files.flights.push({ step, id, theirs: theirs?.place, place: place?.fields['key'], tab: index });
}

/** Other tabs may send the file once this one has nothing more to do about it. */
function release(world: World, index: number): void {
  const { holder } = world.files;
  const upload = uploadIn(world.tabs[index]!);
  const isOver = upload === undefined || upload.id !== holder?.id || hasFailed(upload);
  if (holder?.tab === index && isOver) world.files.holder = undefined;
}

/** Whether a tab waits for a response about a file that is another one by now. */
export function isPassed(tab: Tab): boolean {
  return tab.filing !== undefined && uploadIn(tab)?.id !== tab.filing.id;
}

export function pass(world: World, index: number): void {
  const { flights } = world.files;
  tabIn(world, index).filing = undefined;
  for (const [at, flight] of flights.entries())
    if (flight.tab === index) flights[at] = { ...flight, tab: undefined };
  release(world, index);
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
  const { heard, step } = tab.filing!;
  tab.filing = undefined;
  const isNone = heard?.type === 'conversionHeard' && heard.status === 'NOT_ANSWERED';
  if (isNone) follow(world, index);
  if (heard !== undefined && (!isNone || uploadIn(tab)?.step === step)) happens(world, index, heard);
  release(world, index);
}

/** @param isLate the request is still on its way */
export function giveUp(world: World, at: number, isLate: boolean): void {
  const flight = world.files.flights[at]!;
  if (isLate) world.files.flights[at] = { ...flight, tab: undefined };
  else world.files.flights.splice(at, 1);
  if (flight.tab !== undefined) hinder(world, flight.tab, flight.id, OFFLINE);
}

export function refuse(world: World, at: number): void {
  const [{ tab, id } = {}] = world.files.flights.splice(at, 1);
  world.files.busy += 1;
  hinder(world, tab!, id, { ...OFFLINE, is: 'busy' });
}

function hinder(world: World, index: number, id: string | undefined, trouble: FileTrouble): void {
  const tab = tabIn(world, index);
  const isRemoval = tab.filing?.step === 'removing';
  tab.filing = undefined;
  if (isRemoval) happens(world, index, { type: 'fileFailed', key: FILE_KEY, id, sentence: '' });
  else happens(world, index, { type: 'fileHindered', key: FILE_KEY, id, trouble });
  release(world, index);
}

function serve(world: World, { step, id, theirs, place }: FileFlight): Event {
  const about = { key: FILE_KEY, id } as const;
  const { files } = world;
  const refused = (is: FileTrouble['is']): Event => ({
    type: 'fileHindered',
    ...about,
    trouble: { ...OFFLINE, is },
  });
  switch (step) {
    case 'chosen':
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
      if (world.without !== 'voiding' && files.voided.has(place)) return refused('refused');
      if (!isAsBefore) return refused('outdated');
      files.converted.add(place);
      files.document = { place, by: 'this device', rank: rankOf(id) };
      return { type: 'fileConverting', ...about };
    }
    case 'converting': {
      const status = files.document === undefined ? 'NOT_ANSWERED' : 'COMPLETED';
      const tag = world.without === 7 ? {} : { place: files.document?.place };
      return { type: 'conversionHeard', ...about, status, message: '', ...tag };
    }
    case 'attached':
      return { type: 'listRead', ...about, isRead: true };
    case 'removing': {
      const { document } = files;
      const isMeant = world.without === 7 || document?.place === theirs;
      if (theirs !== undefined) files.voided.add(theirs);
      const isOthers = document !== undefined && !isMeant;
      if (!isOthers)
        for (const one of [theirs, id?.slice('removal of '.length)]) files.takenBack.add(one ?? '');
      if (isMeant) files.document = undefined;
      return { type: 'fileRemoved', ...about, isOthers };
    }
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

/** Another device's file is not replaced or deleted without asking, and no older file of this device replaces a newer one. */
export function faultsOfFiles(before: World, after: World): readonly string[] {
  const [from, to] = [before.files.document, after.files.document];
  if (after.files.busy > BUSY_MAX + 1) return ['a file is tried more often than it may be'];
  const isAskedAgain = after.tabs.some(
    (tab) => isAsking(tab) && after.files.agreed.has(uploadIn(tab)?.theirs?.place ?? ''),
  );
  if (isAskedAgain) return ['whoever has taken a document back is asked whether to replace it'];
  if (from === undefined || from.place === to?.place || to?.by === 'another device') return [];
  if (from.by === 'another device' && !after.files.agreed.has(from.place))
    return ["another device's file is replaced, unasked"];
  return from.by === 'this device' && to !== undefined && to.rank < from.rank
    ? ['an older file replaces a newer one']
    : [];
}

/** Once nothing happens by itself any more, a file is attached, taken back, or waits for an answer. */
export function faultsOfRow({ files, tabs }: World): readonly string[] {
  const { document, row, givenUp, takenBack, safe } = files;
  const isHere = tabs.some((tab) => tab.is === 'running' && isApplicant(tab));
  if (!isHere || tabs.some(isAsking)) return [];
  if (row !== undefined) return ['a file is forgotten on this device'];
  const isOurs = document?.by === 'this device';
  const names = document === undefined ? [] : [document.place, ...(isOurs ? [`file ${document.rank}`] : [])];
  if (names.some((one) => takenBack.has(one))) return ['a document that was taken back is still attached'];
  const isSafe = document !== undefined && (!isOurs || document.rank === safe);
  return isSafe || safe === 0 || givenUp.has(`file ${safe}`) || files.hasFailed ? [] : ['a file is lost'];
}
