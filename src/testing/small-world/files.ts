// The file of one question: its row, its requests, the document in the account, and another device that attaches one, too.
import { documentOf } from '#application/account/upload-view.ts';
import type { Upload } from '#application/account/upload-model.ts';
import type { Event } from '#application/events.ts';
import { partsAfter, type FileNote, type FileRow, type Hindrance } from '#files/stored-files.ts';
import { FILE, FILE_KEY, listed, rankOf, serve } from './file-server.ts';
import { happens, laterThan } from './pages.ts';
import { isApplicant } from './people.ts';
import { tabIn, type FileFlight, type Tab, type World } from './world.ts';

export function uploadIn({ state }: Tab): Upload | undefined {
  return state.files.get(FILE_KEY);
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
  const over = world.without === 'replacing' ? undefined : tab.removing?.place;
  happens(world, index, { type: 'fileChosen', key: FILE_KEY, id, file: FILE, over });
  tab.rows.push({ do: 'put', id, over: uploadIn(tab)?.over });
}

export function attachElsewhere({ files }: World): void {
  files.places += 1;
  files.document = { place: `place ${files.places}`, by: 'another device', rank: files.chosen };
}

export function isAsking(tab: Tab): boolean {
  return uploadIn(tab)?.step === 'asking';
}

export function decide(world: World, index: number, replaces: boolean): void {
  const { theirs, id } = uploadIn(tabIn(world, index))!;
  if (replaces) world.files.agreed.add(theirs?.place ?? world.files.document?.place ?? '');
  else world.files.givenUp.add(id);
  happens(world, index, { type: 'fileDecided', key: FILE_KEY, replaces });
}

export function canBeTakenBack(tab: Tab, world: World): boolean {
  const upload = uploadIn(tab);
  const isOpen = upload === undefined ? world.files.document !== undefined : upload.step !== 'failed';
  return isApplicant(tab) && isOpen && tab.removing === undefined;
}

export function takeBack(world: World, index: number): void {
  const tab = tabIn(world, index);
  const before = uploadIn(tab);
  const { files } = world;
  files.givenUp.add(before?.id ?? `file ${files.document?.rank}`);
  // What the account has may be deleted, and replaced unasked.
  const { place = '' } = files.document ?? {};
  if (before === undefined || before.place === place) files.agreed.add(place);
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
    files.row = { id: work.id, name: FILE.name, type: '', step: 'waiting', over: work.over };
    happens(world, index, { type: 'fileStored', key: FILE_KEY, id: work.id, file: FILE, isOnDevice: true });
    return tellOthers(world, index);
  }
  if (work.do === 'note') return void noteIn(world, index, work.note);
  follow(world, index);
  const { before, shown } = work;
  const upload = uploadIn(tab) ?? before;
  const id = before?.id ?? '';
  if (upload?.id !== before?.id || !noteIn(world, index, { key: FILE_KEY, id, row: undefined })) return;
  happens(world, index, { type: 'fileEnded', key: FILE_KEY, id });
  if (uploadIn(tab) !== undefined) return;
  const document = documentOf(upload, shown);
  if (document === undefined)
    return happens(world, index, { type: 'fileRemoved', key: FILE_KEY, isOthers: true });
  const { place } = document;
  tab.removing = { place };
  pass(world, index);
  files.flights.push({ at: 'removal', id, place, over: undefined, tab: index });
}

/** Whether the question still has that file. */
function noteIn(world: World, index: number, note: FileNote): boolean {
  const { files, without } = world;
  const parts = partsAfter(files.row, note);
  if (parts === 'another') follow(world, index);
  else if ('row' in parts) files.row = without === 'tries' ? untried(parts.row) : parts.row;
  if (parts !== 'another' && note.row === undefined) tellOthers(world, index);
  return parts !== 'another';
}

function untried(row: FileRow | undefined): FileRow | undefined {
  return row && { ...row, trouble: undefined };
}

function tellOthers(world: World, index: number): void {
  for (const other of world.tabs.keys())
    if (other !== index && world.tabs[other]!.is !== 'closed')
      tabIn(world, other).rows.push({ do: 'follow' });
}

function follow(world: World, index: number): void {
  const { row } = world.files;
  const rows = new Map(row === undefined ? [] : [[FILE_KEY, { ...row, file: FILE }] as const]);
  happens(world, index, { type: 'filesFound', rows });
}

/** Whether it is the turn of a tab, and its next request is due. */
export function isDue(world: World, tab: Tab): boolean {
  const upload = uploadIn(tab);
  const { holder } = world.files;
  if (tab.rows.length > 0 || upload === undefined) return false;
  if (tab.filing !== undefined) return tab.filing.at === 'placed';
  const isOurs = holder === undefined || world.tabs[holder.tab] === tab || upload.id === '';
  return isOurs && upload.notBefore <= laterThan(world).elapsed;
}

export function begin(world: World, index: number): void {
  const tab = tabIn(world, index);
  const { id } = uploadIn(tab)!;
  if (id !== '') follow(world, index);
  const upload = uploadIn(tab);
  if (tab.filing?.at === 'placed') {
    if (upload?.id === id && upload.step === 'waiting') request(world, index, 'convert');
    else pass(world, index);
    return;
  }
  if (upload === undefined || upload.id !== id || upload.step === 'failed') return release(world, index);
  world.files.holder = { tab: index, id };
  const { place, over } = upload;
  happens(world, index, { type: 'fileBegun', key: FILE_KEY, id });
  tab.filing = { at: 'placed', id, place, over, isAgain: place !== undefined };
  if (upload.step === 'converting') request(world, index, 'look');
  else if (place === undefined) request(world, index, 'presign');
  else happens(world, index, { type: 'filePlaced', key: FILE_KEY, id, place });
}

function request(world: World, index: number, at: FileFlight['at']): void {
  const tab = world.tabs[index]!;
  const { id, place, over } = tab.filing!;
  tab.filing = { ...tab.filing!, at, heard: undefined };
  world.files.flights.push({ at, id, place, over, tab: index });
}

/** Other tabs may send the file once this one has nothing more to do about it. */
function release(world: World, index: number): void {
  const { holder } = world.files;
  const upload = uploadIn(world.tabs[index]!);
  const isOver = upload === undefined || upload.id !== holder?.id || upload.step === 'failed';
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
    if (flight.tab === index && flight.at !== 'removal') flights[at] = { ...flight, tab: undefined };
  release(world, index);
}

/** A request about the file reaches the server; `isOnce` unless a copy of it is still on its way. */
export function land(world: World, at: number, isOnce = true): void {
  const flight = world.files.flights[at]!;
  if (isOnce) world.files.flights.splice(at, 1);
  else world.files.flights[at] = { ...flight, tab: undefined };
  const heard = serve(world, flight);
  if (flight.tab === undefined) return;
  const tab = tabIn(world, flight.tab);
  if (flight.at === 'removal') tab.removing = { ...tab.removing!, heard };
  else if (tab.filing !== undefined) tab.filing = { ...tab.filing, heard };
}

export function hasHeard({ filing, removing }: Tab): boolean {
  return filing?.heard !== undefined || removing?.heard !== undefined;
}

/** What `attempt` in `account/uploads.ts` does with a response, and what comes next. */
export function hear(world: World, index: number): void {
  const tab = tabIn(world, index);
  if (tab.removing?.heard !== undefined) {
    const { heard } = tab.removing;
    tab.removing = undefined;
    return happens(world, index, heard as Event);
  }
  const { heard, at, id, over, isAgain } = tab.filing!;
  const about = { key: FILE_KEY, id } as const;
  if (heard === 'outdated') return request(world, index, 'list');
  if (heard === 'refused' && isAgain) {
    tab.filing = { ...tab.filing!, place: undefined, isAgain: false };
    return request(world, index, 'presign');
  }
  if (heard === 'refused') return hinder(world, index, 'refused');
  if (at === 'presign') {
    const { place } = heard as { readonly place: string };
    happens(world, index, { type: 'fileUploading', ...about });
    tab.filing = { ...tab.filing!, place };
    return request(world, index, 'post');
  }
  if (at === 'post') {
    const { place = '' } = tab.filing!;
    happens(world, index, { type: 'filePlaced', ...about, place });
    tab.filing = { ...tab.filing!, at: 'placed', heard: undefined };
    return;
  }
  const event = heard as Event;
  if (event.type === 'fileMet' && event.theirs === undefined && over === undefined)
    return hinder(world, index, 'busy');
  tab.filing = undefined;
  const isNone = event.type === 'conversionHeard' && event.status === 'NOT_ANSWERED';
  if (isNone) follow(world, index);
  if (!isNone || uploadIn(tab)?.id === id) happens(world, index, event);
  if (event.type === 'conversionHeard' && event.status === 'COMPLETED')
    happens(world, index, { type: 'fileEnded', ...about });
  release(world, index);
}

/** @param isLate the request is still on its way */
export function giveUp(world: World, at: number, isLate: boolean): void {
  const flight = world.files.flights[at]!;
  if (isLate) world.files.flights[at] = { ...flight, tab: undefined };
  else world.files.flights.splice(at, 1);
  if (flight.tab === undefined) return;
  if (flight.at !== 'removal') return hinder(world, flight.tab, 'offline');
  const { place } = flight;
  tabIn(world, flight.tab).removing = undefined;
  happens(world, flight.tab, {
    type: 'removalFailed',
    key: FILE_KEY,
    name: FILE.name,
    place,
    sentence: '',
  });
}

export function refuse(world: World, at: number): void {
  const [{ tab } = {}] = world.files.flights.splice(at, 1);
  world.files.busy += 1;
  hinder(world, tab!, 'busy');
}

function hinder(world: World, index: number, is: Hindrance): void {
  const tab = tabIn(world, index);
  const { id } = tab.filing!;
  tab.filing = undefined;
  const trouble = { is, sentence: '', chance: 0, begunAt: 0, isAlone: world.files.document === undefined };
  happens(world, index, { type: 'fileHindered', key: FILE_KEY, id, trouble });
  release(world, index);
}
