// The upload of one file question: its state, its events, and their effects. Types only.
import type { ListedDocument } from '#api/account-headers.ts';
import type { HeardConversion } from '#api/queries.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import type { postPresignedUrl } from '#contract/presigned-url.ts';
import type { FileNote, FileRow, FoundFiles } from '#files/stored-files.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { AskedWait } from '#retry.ts';

/**
 * The next request about a file.
 *
 * | step       | request                                                                         |
 * | ---------- | ------------------------------------------------------------------------------- |
 * | chosen     | reads the list of documents: another device may have attached a different file   |
 * | asking     | none: the applicant is asked whether to replace the file of another device       |
 * | free       | asks the server for a place in the storage                                       |
 * | placed     | posts the file there                                                             |
 * | posted     | has the server convert it                                                        |
 * | converting | asks how the conversion goes                                                     |
 * | attached   | reads the list of documents, so that the field shows the file                    |
 * | removing   | none here: the applicant has taken it back, and `uploads.ts` deletes it          |
 * | failed     | none                                                                             |
 * | unknown    | none: nobody says how the conversion has ended, and the file may be attached     |
 */
export type Step =
  | 'chosen'
  | 'asking'
  | 'free'
  | 'placed'
  | 'posted'
  | 'converting'
  | 'attached'
  | 'removing'
  | 'failed'
  | 'unknown';

/** What happens to the file of one question. A question without an entry has no upload under way. */
export interface Upload {
  readonly step: Step;
  readonly name: string;
  /** Tells this choice from others for the same question; `undefined` if it was not made in this browser. */
  readonly id?: string | undefined;
  /** A copy in memory: it stays readable when the applicant moves or deletes the original. */
  readonly file?: File | undefined;
  /**
   * The file's place in the storage. While the step is `chosen`, the storage has it there. The account's document is this
   * file if it has this place.
   */
  readonly place?: Place | undefined;
  /**
   * Another device's file that the applicant is asked about, or has agreed to replace; or the document to be deleted.
   * `null` if the server does not say which one the account has.
   */
  readonly theirs?: ListedDocument | null | undefined;
  /** The request may begin at this time, by the clock's `elapsed`. Infinite: not now, or it is in progress. */
  readonly notBefore: number;
  /** Whether the device stores this, so that it survives a restart. */
  readonly isOnDevice: boolean;
  /** Whether the file has waited here since its last attempt, or since an earlier visit. */
  readonly isWaiting: boolean;
  /** Why the last request has failed. */
  readonly trouble?: Trouble | undefined;
  /** What the applicant was told and is still true. Once it has failed: why. */
  readonly said?: string | undefined;
  /** How long this page has waited for the conversion while it was online. */
  readonly waitedMs: number;
}

interface Trouble extends NonNullable<FileRow['trouble']> {
  /** When the first of these requests began, by the clock's `elapsed`. */
  readonly since: number;
}

/** The file's place in the storage. */
export type Place = ResponseOf<typeof postPresignedUrl>;

/** `portal`: something else answers in the server's place. `busy`: the server cannot take the call now. `outdated`: the account has another document than last looked at. `refused`: repeating the call would fail again. `missed`: the server does not know of the conversion. `broken`: any other. */
type TroubleKind = Trouble['is'];

/** Why a request about a file has failed. */
export interface FileTrouble extends AskedWait {
  readonly is: TroubleKind;
  /** Tells the applicant what to do. */
  readonly sentence: string;
  /** When the request began, by the clock's `elapsed`. */
  readonly begunAt: number;
}

/** An event of this choice of a file. It is ignored once another file has replaced it. */
export interface About {
  readonly key: AnswerKey;
  readonly id: string | undefined;
}

export interface UploadEvents {
  /** The applicant's files on this device, whichever tab or visit they were chosen in. */
  filesFound: FoundFiles;
  /** `message` says why the file cannot be accepted. */
  fileChosen: { key: AnswerKey; id: string; file: File; message?: string | undefined };
  /** The chosen file is copied. */
  fileStored: About & { file: File; isOnDevice: boolean };
  /** It cannot be read, or not be deleted. */
  fileFailed: About & { sentence: string };
  /** Another tab is handling the file of this question. */
  fileInLine: About;
  /** A request begins, or fails. */
  fileBegun: About;
  fileHindered: About & { trouble: FileTrouble };
  /** The result of a request. */
  fileLooked: About & { theirs: ListedDocument | undefined };
  filePlaced: About & { place: Place };
  filePosted: About;
  fileConverting: About;
  conversionHeard: About & HeardConversion;
  /** The list of documents was read again after the file was attached. */
  listRead: About & { isRead: boolean };
  fileDecided: { key: AnswerKey; replaces: boolean };
  /** The list of documents shows a running conversion. */
  conversionSeen: { key: AnswerKey; document: ListedDocument };
  /** Waiting files are tried now: all, or that of one question. */
  filesHastened: { key?: AnswerKey };
  fileSeen: { key: AnswerKey };
  /** `upload` is what is taken back, and `shown` the document that the page shows. */
  removalAsked: { key: AnswerKey; id: string; upload: Upload | undefined; shown: ListedDocument | undefined };
  /** `isOthers`: the account has another device's document, which stays. */
  fileRemoved: About & { isOthers: boolean };
}

/** What has failed. */
export type FailedAct = 'uploading' | 'converting' | 'deleting';

/** What is done about a file besides requests. */
export interface FileEffects {
  /** Reads what earlier visits left. */
  findFiles: object;
  /** Changes the device's records of it, unless another file has replaced it. */
  noteFile: FileNote;
  /** Tells the applicant what has failed, and why; without a sentence, withdraws the message. */
  sayFile: { key: AnswerKey; name: string; sentence: string | undefined; at: FailedAct };
  /** Reads the list of documents again, in all tabs if it `isChanged`. First forgets a failed conversion, if so. */
  readFiles: { key: AnswerKey; forgets: boolean; place: string; isChanged: boolean };
}
