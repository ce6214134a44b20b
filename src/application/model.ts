// The state of an application on this device. Types only.
import type { putAddAnother } from '#contract/add-another.ts';
import type { BodyOf, ResponseOf } from '#contract/define-call.ts';
import type { putLastPage } from '#contract/last-page.ts';
import type { getProfile } from '#contract/profile.ts';
import type { putTabs } from '#contract/tabs.ts';
import type { postWebStatus } from '#contract/web-status.ts';
import type { DeviceStatus } from '#device/status.ts';
import type { Stamp, Stamps } from '#device/stamp.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Answers } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Messages } from '#form/messages.ts';
import type { Upload } from './account/upload-model.ts';
import type { AskedWait } from '#retry.ts';

/** The owner of a draft: `ANONYMOUS`, or the digest of an account, so that no address is stored in clear. */
export type Owner = string;

/** A value and the stamp of its last change. A deleted one keeps its stamp, so that an earlier value stays deleted. */
export interface Stamped<T> extends DeviceRecord {
  readonly value: T | undefined;
}

/** An answer that was changed on this device. */
export interface Change {
  readonly value: string;
  /** The account's value when it was changed; absent if this was not known, as in an anonymous draft. */
  readonly base?: string | undefined;
  /** An unsent value of the account that an anonymous draft has met. The applicant chooses. */
  readonly rival?: string | undefined;
  /** Why the server refused this value. It is not sent again, or, unless lasting, not before the next visit. */
  readonly refused?: { readonly message: string; readonly isLasting: boolean } | undefined;
}

/** The account when it was last seen. A later version replaces an earlier one, whichever tab has seen it. */
export interface Seen {
  /** `undefined` if the server has no versions. */
  readonly version: string | undefined;
  readonly answers: Answers;
  /** The answers whose present value this device has sent. */
  readonly ours: readonly string[];
}

/**
 * What one tab has sent. The account may have any of these values until a later version is seen: a request can act over
 * its own version only.
 */
export interface Sent {
  /** The stamp of the account that was seen then. */
  readonly over: Stamp;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** The contents of the calls besides the answers. */
interface Calls {
  'web-status': BodyOf<typeof postWebStatus>;
  'last-page': BodyOf<typeof putLastPage>;
  tabs: BodyOf<typeof putTabs>;
  'add-another': BodyOf<typeof putAddAnother>;
  validations: { messages: Messages };
}

/** An unsent call besides the answers. A newer one replaces an unsent one of the same key. */
export type Operation<Kind extends keyof Calls = keyof Calls> = {
  [K in Kind]: { readonly kind: K } & Readonly<Calls[K]>;
}[Kind];

/** The contents of a draft's records. */
export interface Parts {
  answers: Change;
  /** One record, its key is empty. */
  seen: Seen;
  /** By tab. */
  sent: Sent;
  /** Answers as release 1.1 has stored them. */
  old: string;
  /** Unsent calls by key. A completed one is `null`, so that no other tab sends it again. */
  calls: Operation | null;
}

export type Draft = { readonly [Part in keyof Parts]: Map<string, Stamped<Parts[Part]>> };

/** What an offline start needs from the profile. */
export type RememberedProfile = Readonly<
  Pick<ResponseOf<typeof getProfile>, 'username' | 'last_page' | 'successful_login' | 'web_status'>
> & {
  /** The entry term that was submitted in time: of a reopened application. */
  readonly kept_term?: string | undefined;
};

/** How somebody stopped being logged in here. */
export type Departure = 'chosen' | 'idle' | 'expired';

/** Who has used this device last, and the account that the anonymous draft belongs to. All tabs share it. */
export interface Meta {
  readonly owner: Owner;
  /** The owner of the anonymous draft, if known. No other account gets it without asking the applicant. */
  readonly draftOf?: Owner | undefined;
  /** The address with which somebody has signed up here, until it is confirmed here or somebody logs in. */
  readonly signup?: string | undefined;
  readonly profile?: RememberedProfile | undefined;
  /** How the last owner stopped being logged in. */
  readonly departure?: Departure | undefined;
}

export type Who =
  | { readonly is: 'visitor' }
  | { readonly is: 'service' }
  /** The server has accepted a login; the profile has not been read yet. */
  | { readonly is: 'arriving' }
  | { readonly is: 'applicant'; readonly owner: Owner }
  /** Somebody has logged out, and the login is about to be shown. */
  | { readonly is: 'departed'; readonly how: Departure };

/** The state of sending to the account. Times are by the clock's `elapsed`. */
export interface Sending {
  isUnderWay: boolean;
  /** Nothing is sent before this time, which follows a pause in typing. */
  notBefore: number;
  waitsSince: number | undefined;
  /** Whether the account may have changed since it was seen. */
  isStale: boolean;
  readAt: number;
  /** The versions that the server has refused in a row, because the account had another one. */
  refusedVersions: readonly (string | undefined)[];
}

/** A failure that is not final: the request may be tried again. */
export interface Failure extends AskedWait {
  readonly is: 'offline' | 'server';
  /** The server's message. */
  readonly sentence?: string | undefined;
}

/** What fails, and when it is tried again. */
export interface Trouble extends Failure {
  /** Failures in a row. */
  readonly failures: number;
  /** By the clock's `elapsed`. */
  readonly notBefore: number;
  /** The stamp of the call that failed. */
  readonly at?: Stamp;
  /** Whether the applicant has been told of it. */
  readonly isSaid?: boolean;
}

/** The last activity of an applicant, by both clocks: one may jump, the other may stop while the device sleeps. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** Whether the applicant is active, in any tab (specification §4, Session). */
interface Presence {
  lastActive: Moment;
  /** When the other tabs and the server were last told. */
  toldTabs: Moment;
  toldServer: Moment;
  isWarned: boolean;
}

/**
 * All that this page knows about the application. One object, which only `step` changes. Whatever can be computed from
 * it is in `select.ts`.
 */
export interface State {
  readonly stamps: Stamps;
  who: Who;
  /** The page has been changed since the login (specification §3). */
  hasChangedPage: boolean;
  /** The anonymous draft and, while an applicant is here, theirs. */
  readonly drafts: Map<Owner, Draft>;
  meta: Stamped<Meta> | undefined;
  device: DeviceStatus;
  /** Whether the device has been read. What is typed before that wins over what is stored there. */
  isDeviceRead: boolean;
  /** Whether everything typed is stored on the device. */
  isWritten: boolean;
  /** Records that were made before the device was read. */
  readonly early: Set<string>;
  hasAskedToPersist: boolean;
  /** Nobody is typing from this time on, by the clock's `elapsed`. */
  typingUntil: number;
  /** The tabs that a visitor has chosen, kept while the page is open. */
  visitorTabs: Readonly<Record<string, string>>;
  /** Answers of a link, shown where a visitor has none. They belong to no draft. */
  lent: Map<string, string>;
  /** Answers that a change by hand has cleared, kept while the page is open (`form/put-back.ts`). */
  cleared: Map<string, string>;
  /** Whether the applicant is being asked if the anonymous draft, made for another account, is theirs. */
  asksAboutDraft: boolean;
  sending: Sending;
  /** By the key of a call, which may fail while others succeed. `ACCOUNT`: nothing can be sent. */
  troubles: Map<string, Trouble>;
  files: Map<AnswerKey, Upload>;
  presence: Presence | undefined;
  /** How often an answer in use has changed. */
  numChanges: number;
}

/** The time of an event, which the caller of `step` provides. */
export interface Now extends Moment {
  /** Returns `YYYY-MM-DD` at the university. The first use of a time zone is slow, so it is asked for only if needed. */
  readonly today: () => string;
}
