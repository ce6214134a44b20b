// The world of the search, as plain data that can be copied and compared: its types, and how to copy it.
import type { ListedDocument } from '#api/account-headers.ts';
import type { Upload } from '#application/account/upload-model.ts';
import type { FileNote, FileRow } from '#files/stored-files.ts';
import type { Request } from '#application/account/sending.ts';
import type { Effect, Event } from '#application/events.ts';
import type { State } from '#application/model.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Turn } from '#device/turn.ts';
import type { beginWrite, Unwritten } from '#device/unwritten.ts';
import type { Rule } from './rules.ts';

/** Each value is entered once, and begins with the name of the person who enters it: `ann 1`. */
export type Value = string;
export type Person = 'ann' | 'bob';
export type Records = ReadonlyMap<string, DeviceRecord>;

/** What people do, and what goes wrong, has a budget. Everything else happens by itself, sooner or later. */
export const budgets = [
  'letters',
  'presses',
  'choices',
  'acts elsewhere',
  'log-ins',
  'log-outs',
  'expiries',
  'kills',
  'freezes',
  'stalls',
  'reloads',
  'switches',
  'clearings',
  'lost messages',
  'lost requests',
  'late requests',
  'doubled requests',
  'files',
  'files elsewhere',
  'removals',
  'busy answers',
  'late file requests',
] as const;
export type Budget = (typeof budgets)[number];

/** A write has begun: its records are sealed under the turn of then. Until it commits, everything else can happen. */
export interface Writing {
  readonly begun: ReturnType<typeof beginWrite>;
  readonly held: Turn;
}

/** A tab has its turn to send; its request, from the first note to the response. */
export interface Asking {
  readonly what?: Request;
  readonly is: 'beginning' | 'noted' | 'on its way' | 'ending';
  readonly heard?: Event;
}

/** The document that the account has for the one file question of this world. */
export interface Document {
  readonly place: string;
  readonly by: 'this device' | 'another device';
  /** Which of this device's files it is. */
  readonly rank: number;
}

/** A request about a file on its way. */
export interface FileFlight {
  readonly at: 'presign' | 'post' | 'convert' | 'list' | 'look' | 'removal';
  readonly id: string;
  /** The place of its own file, and of the document that it may replace. */
  readonly place: string | undefined;
  readonly over: string | undefined;
  readonly tab: number | undefined;
}

/** Where a tab is in its attempt to send a file. `placed`: the storage has the file, which is noted. */
export interface Filing extends Omit<FileFlight, 'at' | 'tab'> {
  readonly at: FileFlight['at'] | 'placed';
  /** Whether an earlier attempt has brought it to its place. */
  readonly isAgain: boolean;
  readonly heard?: Event | { readonly place: string } | 'outdated' | 'refused' | undefined;
}

/** What a tab reads and writes about its file on the disk, one after the other. */
export type RowWork =
  | { readonly do: 'follow' }
  | {
      readonly do: 'remove';
      readonly before: Upload | undefined;
      /** The document that was shown at the press. */
      readonly shown: ListedDocument | undefined;
    }
  | { readonly do: 'put'; readonly id: string; readonly over: string | undefined }
  | { readonly do: 'note'; readonly note: FileNote };

export interface Files {
  chosen: number;
  /** The last one that the disk has had. */
  safe: number;
  places: number;
  document: Document | undefined;
  /** The row of the question on the disk. */
  row: FileRow | undefined;
  /** The tab whose turn it is to send this file. */
  holder: { readonly tab: number; readonly id: string } | undefined;
  /** Places that were deleted. */
  readonly voided: Set<string>;
  /** What the applicant has taken back, or given up for another device's: files by their ids, documents by places. */
  readonly givenUp: Set<string>;
  /** Those that the server has deleted, or has none of. */
  readonly takenBack: Set<string>;
  /** How often the server was too busy for the present file. */
  busy: number;
  readonly converted: Set<string>;
  /** Documents of another device that the applicant has agreed to replace. */
  readonly agreed: Set<string>;
  readonly flights: FileFlight[];
}

/** One open tab. */
export interface Tab {
  readonly name: string;
  readonly state: State;
  is: 'running' | 'frozen' | 'closed';
  /** `$turn` as this tab knows it. */
  held: Turn;
  readonly unwritten: Unwritten;
  writing: Writing | undefined;
  /** Messages of other tabs that this one has not received. */
  readonly inbox: Records[];
  asking: Asking | undefined;
  filing: Filing | undefined;
  /** The place of a document that is being deleted. */
  removing: { readonly place: string | undefined; readonly heard?: Filing['heard'] } | undefined;
  readonly rows: RowWork[];
  /** Pending seals and wipes, one after the other. */
  readonly clearing: Effect<'seal' | 'wipe'>[];
  mustReload: boolean;
  /** The server has accepted a login, and the profile is being read. */
  arriving: Person | undefined;
}

export interface Account {
  readonly answers: Map<string, Value>;
  /** What the calls beside the answers have set, by their keys. */
  readonly calls: Map<string, number>;
  version: number;
}

/** A request on its way, with its session, and the account that it names. `tab` belongs to nobody once the tab has given up. */
export interface Flight {
  readonly what: Request;
  readonly since: string;
  readonly as: Person | undefined;
  readonly named: string;
  readonly tab: number | undefined;
}

/** What no page knows: what people intended, and what happened. The judge uses this. */
export interface Truth {
  /** For each value, those that it may replace, because it was entered over them. */
  readonly over: Map<Value, ReadonlySet<Value>>;
  /** The question that each value answers. */
  readonly keys: Map<Value, string>;
  readonly onDisk: Set<Value>;
  readonly inAccount: Set<Value>;
  /** What the disk has had as the account's. */
  readonly seen: Set<Value>;
  /** Values that nobody needs to find again. */
  readonly dropped: Set<Value>;
  /** How often Add another was pressed, and the last press that the disk has had. */
  presses: number;
  safePresses: number;
}

export interface World {
  /** A rule that is removed. */
  readonly without: Rule | undefined;
  readonly tabs: Tab[];
  /** What all tabs share: the records of IndexedDB, `$turn` among them. */
  readonly disk: Map<string, unknown>;
  readonly accounts: Readonly<Record<Person, Account>>;
  /** Whose cookie the browser has. */
  session: Person | undefined;
  readonly flights: Flight[];
  readonly files: Files;
  readonly truth: Truth;
  readonly left: Record<Budget, number>;
  /** Counts what has happened. Each happening takes longer than any wait, so that whatever waits is due. */
  time: number;
}

/** Copies what can change in place. Records and requests never do; a tab is copied by `tabIn`. */
export function copyOf(world: World): World {
  const { accounts, files, truth } = world;
  return {
    ...world,
    tabs: [...world.tabs],
    disk: new Map(world.disk),
    accounts: { ann: copied(accounts.ann), bob: copied(accounts.bob) },
    flights: [...world.flights],
    files: {
      ...files,
      voided: new Set(files.voided),
      givenUp: new Set(files.givenUp),
      takenBack: new Set(files.takenBack),
      converted: new Set(files.converted),
      agreed: new Set(files.agreed),
      flights: [...files.flights],
    },
    truth: {
      ...truth,
      over: new Map(truth.over),
      keys: new Map(truth.keys),
      onDisk: new Set(truth.onDisk),
      inAccount: new Set(truth.inAccount),
      seen: new Set(truth.seen),
      dropped: new Set(truth.dropped),
    },
    left: { ...world.left },
  };
}

function copied(account: Account): Account {
  return { ...account, answers: new Map(account.answers), calls: new Map(account.calls) };
}

/** The tab, copied so that it changes in this world alone. */
export function tabIn(world: World, index: number): Tab {
  const tab = world.tabs[index]!;
  const { waiting } = tab.unwritten;
  const own: Tab = {
    ...tab,
    state: deepCopy(tab.state),
    unwritten: { ...tab.unwritten, waiting: new Set(waiting) },
    inbox: [...tab.inbox],
    rows: [...tab.rows],
    clearing: [...tab.clearing],
  };
  world.tabs[index] = own;
  return own;
}

/** Copies all that a step changes in place. A record is replaced, and never changed. */
function deepCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || 'stamp' in value) return value;
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    for (const [key, inner] of value) copy.set(key, deepCopy(inner as unknown));
    return copy as T;
  }
  if (value instanceof Set) return new Set(value) as T;
  if (Array.isArray(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = deepCopy(value[key] as unknown);
  return copy as T;
}
