// The events of the state, and their effects. Types only.
import type { DeviceStatus } from '#device/status.ts';
import type { Stamp } from '#device/stamp.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Changes } from '#form/change.ts';
import type { Answers } from '#form/condition.ts';
import type { AnswerKey, UnfinishedKey } from '#form/keys.ts';
import type { FileEffects, UploadEvents } from './account/upload-model.ts';
import type { Departure, Failure, Now, Operation, Owner, RememberedProfile, State } from './model.ts';

/** The account when it was read. */
export interface Reading {
  readonly owner: Owner;
  readonly profile: RememberedProfile;
  readonly answers: Answers;
  /** `undefined` if the server has no versions. */
  readonly version: string | undefined;
  /** A stamp taken before the request: what changed here after it is newer than this read. */
  readonly since: Stamp;
}

/** Answers as they were sent. */
export interface SentAnswers {
  readonly answers: readonly { readonly key: string; readonly value: string }[];
}

/** A call as it was sent. */
export interface SentCall {
  readonly callKey: string;
  readonly at: Stamp;
}

/** The versions before and after a request that has succeeded, if the server has versions. */
export interface Versions {
  readonly over: string | undefined;
  readonly version: string | undefined;
}

export interface VisitorEvents {
  /** A key, a choice or a date in a field. `isRestored` if the browser put it there from an earlier visit. */
  typed: { key: AnswerKey | UnfinishedKey; value: string; isRestored: boolean };
  /** Several answers at once: from a copy, or a choice between two devices. */
  filled: { changes: Changes };
  /** Answers of a link, to be shown. */
  lent: { answers: Answers };
  lentDecided: { takes: boolean };
  /** Records of the device or of another tab. `refocusedKey`: the field in which a reload has put the focus back. */
  recordsCame: {
    records: ReadonlyMap<string, DeviceRecord>;
    from: 'device' | 'tab';
    refocusedKey?: string | undefined;
  };
  ownerAdded: { owner: Owner };
  /** The device has lost what it stored, and everything is written again. */
  deviceAnew: object;
  deviceChanged: { status: DeviceStatus };
  /** Everything typed is stored on the device. `sealed`: the owner whose records are no longer needed here. */
  written: { sealed?: Owner };
  /** Another tab has logged somebody in or out, or has deleted everything on this device. */
  turned: { owner: Owner; isWiped: boolean };
  wiped: { draftOf: Owner | undefined };
  /** A visitor signs up: the draft is reserved for that account. */
  claimed: { owner: Owner; username: string };
  /** A sign-up of this device was confirmed, or another one. */
  confirmed: object;
  /** The server has accepted a login. */
  admitted: { owner: Owner };
  serviceOpened: object;
  /** There is a session, and its owner is not known yet. */
  sessionFound: object;
  left: { how: Departure };
  tabChosen: { tabId: string; tab: string };
  pageChanged: object;
  rested: object;
}

/** The results of requests. */
export interface SendingEvents {
  sending: SentAnswers;
  saved: SentAnswers & Versions;
  /** The account has another version than this device: nothing was saved. */
  outdated: { over: string | undefined };
  refused: SentAnswers & {
    message: string;
    errors: Readonly<Record<string, readonly string[]>>;
    isLasting: boolean;
    isSubmitted: boolean;
  };
  failed: { call?: SentCall; failure: Failure };
  callDone: SentCall & Versions;
  callRefused: SentCall & { message: string; isSubmitted: boolean };
  sendingEnded: { isDone: boolean };
}

export interface AccountEvents extends SendingEvents, UploadEvents {
  loggedIn: { reading: Reading };
  /** Starts from what the last login left here: offline, or because the server does not return the account. */
  resumed: { is: Failure['is'] };
  profileRead: { reading: Reading };
  called: { operation: Operation };
  statusReached: { status: 'started' | 'validating' | 'submitted' };
  visited: { path: string };
  /** Everything is sent now. The account is read first if the last read is older. */
  sendAsked: { readsIfOlderThanMs?: number };
  /** The applicant has chosen between this device's values and another's: the values that they saw. */
  chosen: { values: Changes };
  draftDecided: { takes: boolean };
  ticked: object;
  active: { isChosen: boolean };
  activeElsewhere: { at: number };
}

/** Each event has one function: a visitor's in `step.ts`, the others in `account/step.ts` and in the tables that it spreads. */
export interface Events extends VisitorEvents, AccountEvents {}

/** An event of one of these types, or of any. */
export type Event<Type extends keyof Events = keyof Events> = {
  [T in Type]: { readonly type: T } & Readonly<Events[T]>;
}[Type];

/** What is done on this device and this page, with or without an account. */
export interface PageEffects {
  show: { keys: ReadonlySet<string> | 'all' };
  reload: object;
}

export interface DeviceEffects {
  write: { records: ReadonlyMap<string, DeviceRecord> };
  persist: object;
  /** Deletes what the account has, and seals what is unsent, under the account's own key. */
  seal: { owner: Owner; isElsewhere: boolean };
  /**
   * Deletes the owner's records. Keeps those of other accounts, the anonymous draft if it is another's, and answers that
   * another tab has stored after `until`.
   */
  wipe: { owner: Owner; draftOf: Owner | undefined; until: Stamp };
}

/** What only the code for accounts can do. */
export interface AccountEffects extends FileEffects {
  /** `isElsewhere`: another tab has logged them out, and what is stored may be the next person's. */
  forgetAccount: { isElsewhere: boolean };
  endSession: { owner: Owner };
  /** `sentence` is the server's own, if it gave one. */
  sayFailed: { operation: Operation; sentence: string | undefined };
  sayRecovered: { operation: Operation };
  /** Tells the operator that versions do not arrive as they were sent. */
  reportVersions: object;
  refreshList: { kind: Operation['kind'] };
  tellActive: { at: number };
  callServer: object;
}

/** What is done after a step. Each effect has one function that carries it out. */
export interface Effects extends PageEffects, DeviceEffects, AccountEffects {}

export type Effect<Name extends keyof Effects = keyof Effects> = {
  [N in Name]: { readonly do: N } & Readonly<Effects[N]>;
}[Name];

export type Carriers<Name extends keyof Effects> = { readonly [N in Name]: (effect: Effect<N>) => void };

/** One run of `step`: the state, the time, and the effects. */
export interface Run {
  readonly state: State;
  readonly now: Now;
  readonly effects: Effect[];
  /** Records to write and to send to the other tabs. */
  readonly records: Map<string, DeviceRecord>;
  /** Keys of answers that have changed on screen. */
  readonly shown: Set<string>;
}

/** What events change: a table of functions. */
export type Steps<Type extends keyof Events> = { readonly [T in Type]: (run: Run, event: Event<T>) => void };
