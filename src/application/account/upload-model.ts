// The upload of one file question: its state, what can happen to it, and what is done then. Types only.
import type { ListedDocument } from '#api/account-headers.ts';
import type { HeardConversion } from '#api/queries.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import type { postPresignedUrl } from '#contract/presigned-url.ts';
import type { FileNote, FoundFiles } from '#files/kept-files.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { AskedWait } from '#retry.ts';

/**
 * The next request about a file.
 *
 * | step       | request                                                                         |
 * | ---------- | ------------------------------------------------------------------------------- |
 * | kept       | reads the list of documents: another device may have attached a different file   |
 * | asking     | none: the applicant is asked whether to replace the file of another device       |
 * | free       | asks the server for a place in the storage                                       |
 * | placed     | posts the file there                                                             |
 * | posted     | has the server convert it                                                        |
 * | converting | asks how the conversion goes                                                     |
 * | attached   | reads the list of documents, so that the field shows the file                    |
 * | failed     | none                                                                             |
 */
type Step = 'kept' | 'asking' | 'free' | 'placed' | 'posted' | 'converting' | 'attached' | 'failed';

/** What happens to the file of one question. A question without an entry has no upload under way. */
export interface Upload {
  readonly step: Step;
  readonly name: string;
  /** Tells this choice from others for the same question; `undefined` if it was not made in this tab or kept here. */
  readonly id?: string | undefined;
  /** A copy in memory: it stays readable when the applicant moves or deletes the original. */
  readonly file?: File | undefined;
  /** The request may begin at this time, by the clock's `elapsed`. Infinite: not now, or it is under way. */
  readonly notBefore: number;
  /** Whether the device stores this, so that it survives a restart. */
  readonly isOnDevice: boolean;
  /** Whether the file waits here since its last try, or since an earlier visit. */
  readonly isWaiting: boolean;
  /** Why the last request failed, and how often in a row for this reason. */
  readonly trouble?: TroubleKind | undefined;
  readonly failures: number;
  /** When the first of the requests began that storage has failed in a row, by the clock's `elapsed`. */
  readonly since: number;
  /** The applicant takes the file back. Until that has succeeded or failed, nothing else is done about it. */
  readonly isRemoving: boolean;
  /** The failure that the applicant was told of and that still holds. */
  readonly said?: string | undefined;
  /** Whether the server may know of this file. */
  readonly isKnown: boolean;
  /** Whether the account may have another file, which stays if this one does not arrive. */
  readonly isSpared: boolean;
  /** What the account has, as last looked at: another device's file that the applicant is asked about, or has agreed to replace. */
  readonly theirs?: ListedDocument | undefined;
  readonly place?: Place | undefined;
  /** The place of the file, once it is there. The account's document is this file if it has this place. */
  readonly fileKey?: string | undefined;
  /** How long this page has waited for the conversion while it was online. */
  readonly waitedMs: number;
  /** The server did not know of the conversion when it was last asked. */
  readonly isMissed: boolean;
  /** Why it has failed. */
  readonly message: string;
  /** The result of the conversion is unknown: the file may be attached. */
  readonly isUnknown: boolean;
}

/** Where the storage takes the file. */
export type Place = ResponseOf<typeof postPresignedUrl>;

/** `portal`: something else answers in the server's place. `busy`: the server cannot take the call now. `outdated`: the account has another document than last looked at. `refused`: repeating the call would fail again. `broken`: any other. */
type TroubleKind = 'offline' | 'portal' | 'storage' | 'busy' | 'outdated' | 'refused' | 'broken';

/** Why a request about a file has failed. */
export interface FileTrouble extends AskedWait {
  readonly is: TroubleKind;
  /** Says to the applicant what they can do. */
  readonly sentence: string;
}

/** About this choice of a file. It is ignored once another file has taken its place. */
export interface About {
  readonly key: AnswerKey;
  readonly id: string | undefined;
}

export interface UploadEvents {
  /** What earlier visits of this applicant left on this device. */
  filesFound: FoundFiles;
  /** `message` says why the file cannot be taken. */
  fileChosen: { key: AnswerKey; id: string; file: File; message?: string | undefined };
  /** The chosen file is copied. */
  fileKept: About & { file: File; isOnDevice: boolean };
  fileUnreadable: About & { sentence: string };
  /** A request begins, or fails, or must wait because another tab has its turn at the files of this question. */
  fileBegun: About;
  fileHindered: About & { trouble: FileTrouble };
  fileBusy: About;
  /** Another tab has sent the file, or removed it. */
  fileGone: About;
  /** What a request has brought. */
  fileLooked: About & { theirs: ListedDocument | undefined; fileKey?: string | undefined };
  filePlaced: About & { place: Place };
  filePosted: About;
  fileConverting: About & { fileKey?: string | undefined };
  conversionHeard: About & HeardConversion;
  /** The list of documents was read again after the file was attached. */
  listRead: About & { isRead: boolean };
  fileDecided: { key: AnswerKey; replaces: boolean };
  /** The list of documents shows a running conversion. */
  conversionSeen: { key: AnswerKey; name: string; fileKey?: string | undefined };
  /** Waiting files are tried now: all, or that of one question. */
  filesHastened: { key?: AnswerKey };
  fileSeen: { key: AnswerKey };
  /** The device has lost what it stored. */
  deviceAnew: object;
  removalBegun: { key: AnswerKey };
  removalFailed: { key: AnswerKey };
  /** `isSpared`: only this device's file is removed; the account may have another one. */
  fileRemoved: About & { isSpared: boolean };
}

/** What is done about a file beside requests. */
export interface FileEffects {
  /** Reads what earlier visits left. */
  findFiles: object;
  /** Changes what the device stores of it, unless another file has taken its place. */
  keepFile: FileNote;
  /**
   * Tells the applicant why the file has failed, or why nobody knows how its conversion goes; without a sentence, takes
   * back what was said.
   */
  sayFile: { key: AnswerKey; name: string; sentence: string | undefined; isConverting: boolean };
  /** Reads the list of documents again, in all tabs if it `isChanged`. First forgets a failed conversion, if so. */
  readFiles: { key: AnswerKey; forgets: boolean; fileKey: string | undefined; isChanged: boolean };
}
