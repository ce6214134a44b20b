// The upload of one file question: its state, and what can happen to it. Types only.
import type { getConversion } from '#contract/conversion.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';

interface AnyUpload {
  readonly name: string;
  /** The next request may begin at this time, by the clock's `elapsed`. Infinite: not now, or one is under way. */
  readonly notBefore: number;
  /** Whether the last request got no response. */
  readonly isOffline: boolean;
  /** Whether the device stores this, so that it survives a restart. */
  readonly isOnDevice: boolean;
  /** The applicant takes the file back. Until that has succeeded or failed, nothing else is done about it. */
  readonly isRemoving: boolean;
  /** The failure that the applicant was told of and that still holds. */
  readonly said: string | undefined;
}

/** A file that was chosen on this device, and that the server is not converting yet. */
export interface Outgoing extends AnyUpload {
  /**
   * `kept`: the file waits on this device. `asking`: the account has a file of another device, and the applicant
   * decides whether to replace it.
   */
  readonly step: 'kept' | 'sending' | 'asking';
  /** Tells this choice from others for the same question. */
  readonly id: string;
  /** A copy in memory: it stays readable when the applicant moves or deletes the original. */
  readonly file: File;
  /** Whether the server may know of this file. */
  readonly isKnown: boolean;
  /** Whether the account may have another file, which stays if this one does not arrive. */
  readonly isSpared: boolean;
  /** Whether this attempt has looked at what the account has. */
  readonly isLooked: boolean;
  /** The other device's file that the applicant is asked about, or has agreed to replace. */
  readonly theirs: DocumentAnswer | undefined;
  /** The file's key in storage. `isEarlier` if an earlier attempt posted it. */
  readonly posted: { readonly fileKey: string; readonly isEarlier: boolean } | undefined;
  /** Failures by kind. Each kind has its own limit: an hour without a network says nothing about the storage. */
  readonly failures: Readonly<Partial<Record<TroubleKind, number>>>;
}

/** A file that the server converts, or has converted. Times are by the clock's `elapsed`, in milliseconds. */
export interface Converting extends AnyUpload {
  readonly step: 'converting';
  /** `undefined` if this device only follows a conversion, which an earlier visit or another device has started. */
  readonly id: string | undefined;
  readonly file: File | undefined;
  readonly since: number;
  /** When the last poll ended. */
  readonly polledAt: number;
  /** How long this page has waited for the conversion while it was online. */
  readonly onlineMs: number;
  /** Failed polls in a row, and refused ones. */
  readonly failures: number;
  readonly refusals: number;
  readonly isLong: boolean;
  /** How often the list of documents was read since the file is attached; `undefined` if it is not. */
  readonly listTries: number | undefined;
}

export interface Failed extends AnyUpload {
  readonly step: 'failed';
  readonly id: string | undefined;
  readonly file: File | undefined;
  readonly message: string;
  /** The result of the conversion is unknown: the file may be attached. */
  readonly isUnknown: boolean;
}

/** What happens to the file of one question. A question without an entry has no upload under way. */
export type Upload = Outgoing | Converting | Failed;

/** `busy`: the server cannot take the call now. `refused`: repeating the call would fail again. `broken`: any other. */
type TroubleKind = 'offline' | 'storage' | 'busy' | 'refused' | 'broken';

/** Why a request about a file has failed. */
export interface FileTrouble {
  readonly is: TroubleKind;
  /** Says to the applicant what they can do. */
  readonly sentence: string;
  /** How long the server asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** A number from 0 to 1 that spreads the retries of many applicants. */
  readonly chance: number;
}

/** A chosen file that is stored on this device. */
export interface KeptFile {
  readonly id: string;
  readonly file: File;
  /** Whether the server was asked to convert it. */
  readonly isSent: boolean;
}

/** Why an upload has failed, and its file if it was chosen on this device. */
export interface KeptFailure {
  readonly message: string;
  readonly file: File | undefined;
}

/** What earlier visits of an applicant left on this device. */
export interface FoundFiles {
  readonly kept: ReadonlyMap<AnswerKey, KeptFile>;
  /** Failures that the applicant has not seen yet. */
  readonly failed: ReadonlyMap<AnswerKey, KeptFailure>;
}

/** About this choice of a file. It is ignored once another file has taken its place. */
interface About {
  readonly key: AnswerKey;
  readonly id: string | undefined;
}

interface Chosen {
  readonly key: AnswerKey;
  readonly id: string;
}

type Outcome = ResponseOf<typeof getConversion>;

/** A request begins, fails, or must wait because another tab has its turn at the files of this question. */
type RequestEvent =
  | (About & { readonly type: 'fileBegun' | 'fileBusy' })
  | (About & { readonly type: 'fileHindered'; readonly trouble: FileTrouble });

export type SendingEvent =
  | RequestEvent
  /** The chosen file is copied. */
  | (About & { readonly type: 'fileKept'; readonly file: File; readonly isOnDevice: boolean })
  | (About & { readonly type: 'fileUnreadable'; readonly sentence: string })
  /** Another tab has sent the file, or removed it. */
  | (About & { readonly type: 'fileGone' })
  | (About & { readonly type: 'fileLooked'; readonly theirs: DocumentAnswer | undefined })
  /** The server has answered, and may know of the file from now on. */
  | (About & { readonly type: 'fileAnswered' })
  | (About & { readonly type: 'filePosted'; readonly fileKey: string })
  | (About & { readonly type: 'fileConverting' })
  | { readonly type: 'fileDecided'; readonly key: AnswerKey; readonly replaces: boolean };

export type ConversionEvent =
  | RequestEvent
  | (About & Pick<Outcome, 'status' | 'message'> & { readonly type: 'conversionHeard' })
  /** The list of documents was read again after the file was attached. */
  | (About & { readonly type: 'listRead'; readonly isShown: boolean });

export type UploadEvent =
  | SendingEvent
  | ConversionEvent
  /** `message` says why the file cannot be taken. */
  | (Chosen & { readonly type: 'fileChosen'; readonly file: File; readonly message?: string | undefined })
  /** What earlier visits of this applicant left on this device. */
  | (FoundFiles & { readonly type: 'filesFound' })
  /** The list of documents shows a running conversion. */
  | { readonly type: 'conversionSeen'; readonly key: AnswerKey; readonly name: string }
  /** Waiting files are tried now: all, or that of one question. */
  | { readonly type: 'filesHastened'; readonly key?: AnswerKey }
  | { readonly type: 'fileSeen' | 'removalBegun' | 'removalFailed'; readonly key: AnswerKey }
  /** `isSpared`: only this device's file is removed; the account may have another one. */
  | { readonly type: 'fileRemoved'; readonly key: AnswerKey; readonly isSpared: boolean };

/** What is done about a file beside requests. */
export type FileEffect =
  /** Changes what the device stores of it, unless another file has taken its place. */
  | {
      readonly do: 'keepFile';
      readonly key: AnswerKey;
      readonly id?: string | undefined;
      readonly as: 'sent' | 'failed' | 'done' | 'seen';
      readonly file?: File | undefined;
      readonly message?: string;
    }
  /** Tells the applicant why the file has failed; without a sentence, takes back what was said. */
  | {
      readonly do: 'sayFile';
      readonly key: AnswerKey;
      readonly name: string;
      readonly sentence: string | undefined;
    }
  /** Reads the list of documents again, in all tabs if it `isChanged`. First forgets a failed conversion, if so. */
  | {
      readonly do: 'readFiles';
      readonly key: AnswerKey;
      readonly forgets: boolean;
      readonly isChanged: boolean;
    };
