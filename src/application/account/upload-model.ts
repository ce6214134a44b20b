// The upload of one file question: its state, its events, and their effects. Types only.
import type { ListedDocument } from '#api/account-headers.ts';
import type { HeardConversion } from '#api/queries.ts';
import type { FileNote, FileRow, FoundFiles, Hindrance } from '#files/stored-files.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { AskedWait } from '#retry.ts';

/** What happens to the file of one question. A question without an entry has no upload under way. */
export interface Upload extends Pick<FileRow, 'id' | 'name' | 'place' | 'over' | 'said'> {
  /** As on the device; `asking`: the applicant is asked whether to replace the file of another device. */
  readonly step: FileRow['step'] | 'asking';
  /** A copy in memory: it stays readable when the applicant moves or deletes the original. */
  readonly file?: File | undefined;
  /** Whether the device stores this, so that it survives a restart. */
  readonly isOnDevice: boolean;
  /** While asking: the other device's file. */
  readonly theirs?: ListedDocument | undefined;
  /** The next request may begin at this time, by the clock's `elapsed`. Infinite: not now, or it is in progress. */
  readonly notBefore: number;
  /** Whether the file has waited here since its last attempt, or since an earlier visit. */
  readonly isWaiting: boolean;
  /** Why the last request has failed. `since`: when the first of these began, by the clock's `elapsed`. */
  readonly trouble?: (NonNullable<FileRow['trouble']> & { readonly since: number }) | undefined;
  /** How long this page has waited for the conversion while it was online. */
  readonly waitedMs: number;
  /** It has failed, as far as known: nobody says how the conversion has ended. */
  readonly isUnknown?: boolean;
}

/** Why a request about a file has failed. */
export interface FileTrouble extends AskedWait {
  readonly is: Hindrance;
  /** Tells the applicant what to do. */
  readonly sentence: string;
  /** When the request began, by the clock's `elapsed`. */
  readonly begunAt: number;
  /** Whether the account is known to have no other document. */
  readonly isAlone: boolean;
}

/** An event of this choice of a file. It is ignored once another file has replaced it. */
export interface About {
  readonly key: AnswerKey;
  readonly id: string;
}

export interface UploadEvents {
  /** The applicant's files on this device, whichever tab or visit they were chosen in. */
  filesFound: { rows: FoundFiles };
  /** `over`: the place of a document that is being deleted. `message` says why the file cannot be accepted. */
  fileChosen: About & { file: File; over?: string | undefined; message?: string | undefined };
  /** The chosen file is copied, or cannot be read. */
  fileStored: About & { file: File; isOnDevice: boolean };
  fileUnread: About & { sentence: string };
  /** Another tab is handling the file of this question. */
  fileInLine: About;
  /** An attempt, or a look at the conversion, begins. */
  fileBegun: About;
  fileHindered: About & { trouble: FileTrouble };
  /** The server has given a place, and the file is on its way there. */
  fileUploading: About;
  /** The storage has it. */
  filePlaced: About & { place: string };
  /** The account has another document than the one that it may replace, or none any more. */
  fileMet: About & { theirs: ListedDocument | undefined };
  fileDecided: { key: AnswerKey; replaces: boolean };
  /** The server has agreed to convert it. */
  fileAccepted: About;
  conversionHeard: About & HeardConversion;
  /** The list of documents shows a running conversion. */
  conversionSeen: { key: AnswerKey; document: ListedDocument };
  /** Waiting files are tried now: all, or that of one question. */
  filesHastened: { key?: AnswerKey };
  fileSeen: { key: AnswerKey };
  /** The list of documents shows it, or the applicant takes it back. */
  fileEnded: About;
  /** The server has no document of the question any more; `isOthers`: it has another one, which stays. */
  fileRemoved: { key: AnswerKey; isOthers: boolean };
  /** `place`: of the document, which a file that is chosen next replaces. */
  removalFailed: { key: AnswerKey; name: string; place: string | undefined; sentence: string };
}

/** What has failed. */
type FailedAct = 'uploading' | 'converting' | 'deleting';

/** What is done about a file besides requests. */
export interface FileEffects {
  /** Reads what earlier visits left. */
  findFiles: object;
  /** Changes the device's records of it, unless another file has replaced it. */
  noteFile: FileNote;
  /** Tells the applicant what has failed, and why; without a sentence, withdraws the message. */
  sayFile: { key: AnswerKey; name: string; sentence: string | undefined; at: FailedAct };
  /** Reads the list of documents again, in all tabs if it `isChanged`. First forgets the conversion that has `failed`. */
  readFiles: { key: AnswerKey; failed: string | undefined; isChanged: boolean };
}
