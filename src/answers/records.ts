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

/** Whose draft it is: nobody's yet, or an account's, named by a digest so that no address rests in clear. */
export type Owner = string;
export const ANONYMOUS: Owner = 'anonymous';

/** An answer rests on the device as typed. */
export const isKeptAnswer = isText;

export interface Refusal {
  readonly value: string;
  readonly message: string;
  /** Whether it was said of this value, and not of the call; it was where that is not noted. */
  readonly isLasting?: boolean | undefined;
}

/** What is known of the account's copy of one answer. */
export interface AccountSide {
  /** What the account has, as far as known: what a change here is based on. */
  readonly base: string;
  /** Values that were sent without an answer coming back: the account may have any of them. */
  readonly sent: readonly string[];
  /** When the last of these was sent. */
  readonly sentAt?: number | undefined;
  /** Whether one of these may be what the account has now. */
  readonly isUnsure: boolean;
  /** What another device has put there while this one changed it too; the applicant chooses. */
  readonly theirs?: string | undefined;
  /** Why the server refused this value. It is not sent again until it changes; one that may not last, at the next visit. */
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

/** A call that waits in the same line as the answers. */
export type Operation = StatusChange | PageChange | TabChange | Addition | Validations;

const isOperation = isOneOf<Operation>([
  isShaped<StatusChange>({ kind: isJust('web-status'), web_status: isJust(...postedWebStatuses) }),
  isShaped<PageChange>({ kind: isJust('last-page'), last_page: isJust(...formRoutes) }),
  isShaped<TabChange>({ kind: isJust('tabs'), tab_id: isText, chosen_tab: isText }),
  isShaped<Addition>({ kind: isJust('add-another'), button_id: isText, num_components: isNumber }),
  isShaped<Validations>({ kind: isJust('validations'), messages: isRecordOf(isListOf(isText)) }),
]);

/** One that has been done stays as `null`, so that a tab which has not heard of it does not do it again. */
export const isKeptOperation = isEither(isOperation, isJust(null));

/** What the session needs to start without a network. */
export interface RememberedProfile {
  readonly username: string;
  readonly last_page: string | null;
  readonly successful_login?: string[] | undefined;
  readonly web_status: { web_status: string }[];
}

/** Who was here last, and for whom the anonymous draft is meant. */
export interface DraftMeta {
  readonly owner: string;
  /** Whose the anonymous draft is, where that is known: it is never given to another without asking. */
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

/** The records that a tab has to know of while these are here. */
export function prefixesOf(...owners: readonly Owner[]): readonly string[] {
  return [
    META_RECORD,
    ...new Set(owners.flatMap((owner) => [answerPrefix(owner), sidePrefix(owner), operationPrefix(owner)])),
  ];
}

/** The owner in a record's name; `undefined` for a record that is nobody's. */
export function ownerIn(name: string): Owner | undefined {
  return /^[a-z]+\/([^/]+)\//.exec(name)?.[1];
}

/**
 * A digest of an address: the same for every way of writing it, and no way back to it. Where a browser gives no digests
 * it gives no encryption either: nothing is kept on the device then, and the address itself does.
 */
export async function ownerOf(username: string): Promise<Owner> {
  const address = normalizeUsername(username);
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return encodeURIComponent(address);
  const bytes = new TextEncoder().encode(address);
  const digest = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), hexadecimal).join('');
}

/** An operation's place: one that says the same thing again takes it from the one before. */
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
