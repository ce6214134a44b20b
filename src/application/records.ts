// How the state is laid out in the records of the device.
import { normalizeUsername } from '#contract/normalize-username.ts';
import { postedWebStatuses } from '#contract/web-status-values.ts';
import { hexadecimal } from '#device/random-id.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { isDescKey } from '#form/keys.ts';
import { formRoutes } from '#form/routes.ts';
import {
  isAbsent,
  isEither,
  isFlag,
  isJust,
  isListOf,
  isNumber,
  isOneOf,
  isRecordOf,
  isShaped,
  isText,
  type Guard,
} from './guards.ts';
import type {
  AccountCopy,
  AdditionCall,
  Draft,
  Kept,
  MessagesCall,
  Meta,
  Operation,
  Owner,
  PageCall,
  RememberedProfile,
  State,
  StatusCall,
  TabCall,
} from './model.ts';

export const ANONYMOUS: Owner = 'anonymous';
export const META = 'meta';

const isAccountCopy = isShaped<AccountCopy>({
  base: isText,
  of: isEither(isText, isAbsent),
  sent: isListOf(isText),
  theirs: isEither(isText, isAbsent),
  refused: isEither(
    isShaped({ value: isText, message: isText, isLasting: isEither(isFlag, isAbsent) }),
    isAbsent,
  ),
});

const isOperation = isOneOf<Operation>([
  isShaped<StatusCall>({ kind: isJust('web-status'), web_status: isJust(...postedWebStatuses) }),
  isShaped<PageCall>({ kind: isJust('last-page'), last_page: isJust(...formRoutes) }),
  isShaped<TabCall>({ kind: isJust('tabs'), tab_id: isText, chosen_tab: isText }),
  isShaped<AdditionCall>({ kind: isJust('add-another'), button_id: isText, num_components: isNumber }),
  isShaped<MessagesCall>({ kind: isJust('validations'), messages: isRecordOf(isListOf(isText)) }),
]);

const isMeta = isShaped<Meta>({
  owner: isText,
  draftOf: isEither(isText, isAbsent),
  profile: isEither(
    isShaped<RememberedProfile>({
      username: isText,
      last_page: isEither(isText, isJust(null)),
      successful_login: isEither(isListOf(isText), isAbsent),
      web_status: isListOf(isShaped({ web_status: isText })),
    }),
    isAbsent,
  ),
  departure: isJust('chosen', 'idle', 'expired', undefined),
});

/** What a record is about: a kind, an owner, and a key or place. */
type Part = 'answer' | 'account' | 'operation';

export function nameOf(part: Part, owner: Owner, key: string): string {
  return `${part}/${owner}/${key}`;
}

/** Prefixes of the records that a tab needs for these owners. */
export function prefixesOf(owners: Iterable<Owner>): readonly string[] {
  const parts: readonly Part[] = ['answer', 'account', 'operation'];
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
export function placeOf(call: Operation): string {
  switch (call.kind) {
    case 'web-status':
      return `web-status:${call.web_status}`;
    case 'tabs':
      return `tabs:${call.tab_id}`;
    case 'add-another':
      return `add-another:${call.button_id}`;
    case 'last-page':
    case 'validations':
      return call.kind;
    default:
      return call satisfies never;
  }
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
  const [part, owner = '', ...rest] = name.split('/');
  const draft = state.drafts.get(owner);
  const key = rest.join('/');
  switch (part) {
    case 'answer':
      return draft?.answers.get(key);
    case 'account':
      return withOldFields(draft?.account.get(key));
    case 'operation':
      return draft?.calls.get(key);
    default:
      return undefined;
  }
}

/** The release before reads a copy only if it says whether a value was sent without a response. */
function withOldFields(kept: Kept<AccountCopy> | undefined): Kept<unknown> | undefined {
  if (kept?.value === undefined) return kept;
  return { at: kept.at, value: { ...kept.value, isUnsure: kept.value.sent.length > 0 } };
}

/** The names of all records in memory that have a value. */
export function namesIn(state: State): readonly string[] {
  const named = (part: Part, owner: Owner, map: ReadonlyMap<string, Kept<unknown>>) =>
    [...map].flatMap(([key, { value }]) => (value === undefined ? [] : [nameOf(part, owner, key)]));
  return [
    ...(state.meta?.value === undefined ? [] : [META]),
    ...[...state.drafts].flatMap(([owner, { answers, account, calls }]) => [
      ...named('answer', owner, answers),
      ...named('account', owner, account),
      ...named('operation', owner, calls),
    ]),
  ];
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
  const [part, owner = '', ...rest] = name.split('/');
  const draft = state.drafts.get(owner);
  const key = rest.join('/');
  if (draft === undefined || isDescKey(key)) return false;
  switch (part) {
    case 'answer':
      draft.answers.set(key, read(isText, value, stamp));
      return true;
    case 'account':
      draft.account.set(key, read(isAccountCopy, value, stamp));
      return true;
    case 'operation':
      draft.calls.set(key, read(isEither(isOperation, isJust(null)), value, stamp));
      return true;
    default:
      return false;
  }
}

function read<T>(is: Guard<T>, value: unknown, at: string): Kept<T> {
  return { value: is(value) ? value : undefined, at };
}
