import type { putAddAnother } from '#contract/add-another.ts';
import type { BodyOf } from '#contract/define-call.ts';
import type { putLastPage } from '#contract/last-page.ts';
import { postedWebStatuses } from '#contract/standing.ts';
import { normalizeUsername } from '#contract/normalize-username.ts';
import type { putTabs } from '#contract/tabs.ts';
import type { postValidations } from '#contract/validations.ts';
import type { postWebStatus } from '#contract/web-status.ts';
import { hexadecimal } from '#device/random-id.ts';
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
} from './guards.ts';

/** The owner of a draft: `ANONYMOUS`, or the digest of an account, so that no address is stored in clear. */
export type Owner = string;
export const ANONYMOUS: Owner = 'anonymous';

/** An answer is stored as typed. */
export const isKeptAnswer = isText;

export interface Refusal {
  readonly value: string;
  readonly message: string;
  /** Whether the refusal is about the value rather than the call; true if absent. */
  readonly isLasting?: boolean | undefined;
}

/** What this device knows of the account's copy of one answer. */
export interface AccountSide {
  /** The account's value, as far as known; a change here is based on it. */
  readonly base: string;
  /** Values sent without a response: the account may have any of them. */
  readonly sent: readonly string[];
  /** When the last of these was sent. */
  readonly sentAt?: number | undefined;
  /** Whether the account may have one of `sent` now. */
  readonly isUnsure: boolean;
  /** Another device's value, while this device changed the answer too; the applicant chooses. */
  readonly theirs?: string | undefined;
  /** The refusal of a value. It is not sent again until it changes, or, unless lasting, until the next visit. */
  readonly refused?: Refusal | undefined;
}

export const isAccountSide = isShaped<AccountSide>({
  base: isText,
  sent: isListOf(isText),
  sentAt: isEither(isNumber, isAbsent),
  isUnsure: isFlag,
  theirs: isEither(isText, isAbsent),
  refused: isEither(
    isShaped({ value: isText, message: isText, isLasting: isEither(isFlag, isAbsent) }),
    isAbsent,
  ),
});

type Waiting<Kind extends string, Content> = { readonly kind: Kind } & Readonly<Content>;
type StatusChange = Waiting<'web-status', BodyOf<typeof postWebStatus>>;
type PageChange = Waiting<'last-page', BodyOf<typeof putLastPage>>;
type TabChange = Waiting<'tabs', BodyOf<typeof putTabs>>;
type Addition = Waiting<'add-another', BodyOf<typeof putAddAnother>>;
type Validations = Waiting<'validations', { messages: BodyOf<typeof postValidations> }>;

/** An unsent call, sent in order with the answers. */
export type Operation = StatusChange | PageChange | TabChange | Addition | Validations;

/** Whether the applicant chose this. The other calls note where the applicant is; the next one replaces them. */
export function isChoice({ kind }: Operation): boolean {
  return kind === 'tabs' || kind === 'add-another';
}

const isOperation = isOneOf<Operation>([
  isShaped<StatusChange>({ kind: isJust('web-status'), web_status: isJust(...postedWebStatuses) }),
  isShaped<PageChange>({ kind: isJust('last-page'), last_page: isJust(...formRoutes) }),
  isShaped<TabChange>({ kind: isJust('tabs'), tab_id: isText, chosen_tab: isText }),
  isShaped<Addition>({ kind: isJust('add-another'), button_id: isText, num_components: isNumber }),
  isShaped<Validations>({ kind: isJust('validations'), messages: isRecordOf(isListOf(isText)) }),
]);

/** A completed call is stored as `null`, so that a tab that messages do not reach does not send it again. */
export const isKeptOperation = isEither(isOperation, isJust(null));

/** What the session needs to start without a network. */
export interface RememberedProfile {
  readonly username: string;
  readonly last_page: string | null;
  readonly successful_login?: string[] | undefined;
  readonly web_status: { web_status: string }[];
}

/** The last owner on this device, and the account that the anonymous draft belongs to. */
export interface DraftMeta {
  readonly owner: string;
  /** The owner of the anonymous draft, if known. No other account gets it without asking the applicant. */
  readonly draftOf?: string | undefined;
  readonly profile?: RememberedProfile | undefined;
}

export const isDraftMeta = isShaped<DraftMeta>({
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
});

export const META_RECORD = 'meta';
export const answerPrefix = (owner: Owner) => `answer/${owner}/`;
export const sidePrefix = (owner: Owner) => `account/${owner}/`;
export const operationPrefix = (owner: Owner) => `operation/${owner}/`;

/** Prefixes of the records that a tab needs for these owners. */
export function prefixesOf(...owners: readonly Owner[]): readonly string[] {
  return [
    META_RECORD,
    ...new Set(owners.flatMap((owner) => [answerPrefix(owner), sidePrefix(owner), operationPrefix(owner)])),
  ];
}

/** The owner in a record's name; `undefined` for a record without one. */
export function ownerIn(name: string): Owner | undefined {
  return /^[a-z]+\/([^/]+)\//.exec(name)?.[1];
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

/** The place of a call: a newer call replaces an unsent one of the same place. */
export function placeOf(waiting: Operation): string {
  switch (waiting.kind) {
    case 'web-status':
      return `web-status:${waiting.web_status}`;
    case 'tabs':
      return `tabs:${waiting.tab_id}`;
    case 'add-another':
      return `add-another:${waiting.button_id}`;
    case 'last-page':
    case 'validations':
      return waiting.kind;
    default:
      return waiting satisfies never;
  }
}
