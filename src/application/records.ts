// How the state is laid out in the records of the device.
import { normalizeUsername } from '#contract/normalize-username.ts';
import { postedWebStatuses } from '#contract/web-status-values.ts';
import { hexadecimal } from '#device/random-id.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { isDescKey } from '#form/keys.ts';
import { formRoutes } from '#form/routes.ts';
import {
  isEither,
  isFlag,
  isJust,
  isListOf,
  isNumber,
  isOptional,
  isRecordOf,
  isShaped,
  isText,
  type Guard,
} from './guards.ts';
import type { AccountCopy, Draft, Kept, Meta, Operation, Owner, Parts, State } from './model.ts';

export const ANONYMOUS: Owner = 'anonymous';
export const META = 'meta';

const isAccountCopy = isShaped<AccountCopy>({
  base: isText,
  of: isOptional(isText),
  sent: isListOf(isText),
  theirs: isOptional(isText),
  refused: isOptional(isShaped({ value: isText, message: isText, isLasting: isOptional(isFlag) })),
});

const isMeta = isShaped<Meta>({
  owner: isText,
  draftOf: isOptional(isText),
  profile: isOptional(
    isShaped({
      username: isText,
      last_page: isEither(isText, isJust(null)),
      successful_login: isOptional(isListOf(isText)),
      web_status: isListOf(isShaped({ web_status: isText })),
    }),
  ),
  departure: isJust('chosen', 'idle', 'expired', undefined),
});

/** The kinds of calls: what their records must be, and what tells two of a kind apart. */
const calls: {
  readonly [Kind in Operation['kind']]: {
    readonly is: Guard<Omit<Operation<Kind>, 'kind'>>;
    readonly about?: (call: Operation<Kind>) => string;
  };
} = {
  'web-status': {
    is: isShaped({ web_status: isJust(...postedWebStatuses) }),
    about: (call) => call.web_status,
  },
  'last-page': { is: isShaped({ last_page: isJust(...formRoutes) }) },
  tabs: { is: isShaped({ tab_id: isText, chosen_tab: isText }), about: (call) => call.tab_id },
  'add-another': {
    is: isShaped({ button_id: isText, num_components: isNumber }),
    about: (call) => call.button_id,
  },
  validations: { is: isShaped({ messages: isRecordOf(isListOf(isText)) }) },
};

const isKind = isJust(...keysOf(calls));
const isOperation: Guard<Operation> = (value): value is Operation =>
  isShaped<Pick<Operation, 'kind'>>({ kind: isKind })(value) && calls[value.kind].is(value);

/** The parts of a draft: how the names of their records begin, and what such a record must be. */
const layout: { readonly [Part in keyof Parts]: { readonly name: string; readonly is: Guard<Parts[Part]> } } =
  {
    answers: { name: 'answer', is: isText },
    account: { name: 'account', is: isAccountCopy },
    calls: { name: 'operation', is: isEither(isOperation, isJust(null)) },
  };
const parts = keysOf(layout);

export function nameOf(part: keyof Parts, owner: Owner, key: string): string {
  return `${layout[part].name}/${owner}/${key}`;
}

/** Where a record of a draft in memory has its place. */
function placeIn(state: State, name: string) {
  const [begins, owner = '', ...rest] = name.split('/');
  const part = parts.find((one) => layout[one].name === begins);
  const draft = state.drafts.get(owner);
  return part && draft && { draft, part, key: rest.join('/') };
}

/** Prefixes of the records that a tab needs for these owners. */
export function prefixesOf(owners: Iterable<Owner>): readonly string[] {
  return [META, ...[...owners].flatMap((owner) => parts.map((part) => nameOf(part, owner, '')))];
}

/** The owner in a record's name; `undefined` for a record without one. */
export function ownerIn(name: string): Owner | undefined {
  return /^[a-z]+\/([^/]+)\//.exec(name)?.[1];
}

/** Whether a record is somebody else's, and stays when this owner's records are wiped. */
export function isOthers(name: string, owner: Owner, keptDraftOf: Owner | undefined): boolean {
  const whose = ownerIn(name);
  if (owner === ANONYMOUS || whose === undefined || whose === owner) return false;
  return whose !== ANONYMOUS || keptDraftOf !== undefined;
}

/** The place of a call: a newer call replaces an unsent one of the same place. */
export function placeOf<Kind extends Operation['kind']>(call: Operation<Kind>): string {
  const { about } = calls[call.kind];
  return about === undefined ? call.kind : `${call.kind}:${about(call)}`;
}

/** Whether the applicant chose this. The other calls note where the applicant is; the next one replaces them. */
export function isChoice({ kind }: Operation): boolean {
  return kind === 'tabs' || kind === 'add-another';
}

/**
 * Returns the digest of an address, the same for every spelling of it. A browser without digests cannot encrypt
 * either. Nothing is stored there, so the address itself serves.
 */
export async function ownerOf(username: string): Promise<Owner> {
  const address = normalizeUsername(username);
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return encodeURIComponent(address);
  const bytes = new TextEncoder().encode(address);
  const digest = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), hexadecimal).join('');
}

export function newDraft(): Draft {
  return { answers: new Map(), account: new Map(), calls: new Map() };
}

/** The record of this name in memory. */
export function recordAt(state: State, name: string): DeviceRecord | undefined {
  const kept = keptAt(state, name);
  return kept && { stamp: kept.at, value: kept.value };
}

function keptAt(state: State, name: string): Kept<unknown> | undefined {
  if (name === META) return state.meta;
  const place = placeIn(state, name);
  if (place?.part === 'account') return withOldFields(place.draft.account.get(place.key));
  return place?.draft[place.part].get(place.key);
}

/** The release before reads a copy only if it says whether a value was sent without a response. */
function withOldFields(kept: Kept<AccountCopy> | undefined): Kept<unknown> | undefined {
  if (kept?.value === undefined) return kept;
  return { at: kept.at, value: { ...kept.value, isUnsure: kept.value.sent.length > 0 } };
}

/** The names of all records in memory that have a value. */
export function namesIn(state: State): readonly string[] {
  const names = [...state.drafts].flatMap(([owner, draft]) =>
    parts.flatMap((part) => [...draft[part].keys()].map((key) => nameOf(part, owner, key))),
  );
  return [META, ...names].filter((name) => keptAt(state, name)?.value !== undefined);
}

/**
 * Takes a record if it is later than the one in memory. One of another release that this one cannot read counts as
 * deleted; a label is not taken, because it follows from its answer.
 *
 * @returns whether it was taken
 */
export function takeRecord(state: State, name: string, { stamp, value }: DeviceRecord): boolean {
  if (stamp <= (keptAt(state, name)?.at ?? '')) return false;
  if (name === META) {
    state.meta = read(isMeta, value, stamp);
    return true;
  }
  const place = placeIn(state, name);
  if (place === undefined || isDescKey(place.key)) return false;
  takePart(place.draft, place.part, place.key, { stamp, value });
  return true;
}

function takePart<Part extends keyof Parts>(
  draft: Draft,
  part: Part,
  key: string,
  { stamp, value }: DeviceRecord,
): void {
  draft[part].set(key, read(layout[part].is, value, stamp));
}

function read<T>(is: Guard<T>, value: unknown, at: string): Kept<T> {
  return { value: is(value) ? value : undefined, at };
}

function keysOf<T extends object>(table: T): readonly (keyof T)[] {
  const keys: (keyof T)[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
