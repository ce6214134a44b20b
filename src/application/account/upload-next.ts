// What is to be done next for a file, and when.
import { isPending, type DocumentAnswer } from '#contract/document-answer.ts';
import { waitAfter } from '../retry.ts';
import type { State } from '../model.ts';
import type { FileTrouble, Outgoing, Upload } from './upload-model.ts';

/** If the server asks for a longer wait, the applicant is told instead. */
const LONGEST_ASKED_MS = 60_000;
/** The applicant is told after this many failures in a row. */
const BUSY_TRIES = 3;
/** About seven minutes in all: the longest request of all is the likeliest to meet a gap in the network. */
const STORAGE_TRIES = 16;

/** One request about a file. `list` reads the list of documents until it shows the attached file. */
type FileTask = 'look' | 'post' | 'convert' | 'poll' | 'list';

/** The next request about a file; `undefined` if there is none. */
export function taskOf(upload: Upload): FileTask | undefined {
  if (upload.isRemoving || upload.step === 'failed' || upload.step === 'asking') return undefined;
  if (upload.step === 'converting') return upload.listTries === undefined ? 'poll' : 'list';
  if (!upload.isLooked) return 'look';
  return upload.posted === undefined ? 'post' : 'convert';
}

/** When the next request about a file may begin, by the clock's `elapsed`; infinite if there is none. */
export function taskAt(upload: Upload): number {
  return taskOf(upload) === undefined ? Number.POSITIVE_INFINITY : upload.notBefore;
}

/** When the first request about any file may begin; infinite if there is none. */
export function uploadsDueAt({ files }: State): number {
  return Math.min(...[...files.values()].map(taskAt), Number.POSITIVE_INFINITY);
}

/** Whether the last request about a file got no response. */
export function areFilesOffline({ files }: State): boolean {
  return [...files.values()].some(({ isOffline }) => isOffline);
}

/** Whether no other tab may send a file of this question now, although no request is due. */
export function keepsTurn({ step }: Upload): boolean {
  return step === 'asking' || step === 'converting';
}

/** Whether the server has nothing to forget when the applicant takes the file back. */
export function isOnlyHere(upload: Upload): boolean {
  return isOutgoing(upload) && (upload.isSpared || !upload.isKnown);
}

/** Whether the account may have a file of another device, which must stay. */
export function isSpared(upload: Upload | undefined): boolean {
  return isOutgoing(upload) && upload.isSpared;
}

export function isOutgoing(upload: Upload | undefined): upload is Outgoing {
  return upload?.step === 'kept' || upload?.step === 'sending' || upload?.step === 'asking';
}

/** Whether there is a document, or will be one. */
export function isThere(document: DocumentAnswer | undefined): document is DocumentAnswer {
  return document !== undefined && (document.status === 'COMPLETED' || isPending(document.status));
}

type Named = Pick<DocumentAnswer, 'file_name' | 'file_size'>;

/** Name and size tell files apart: an earlier attempt of this device may have arrived unnoticed. */
export function isSameFile(one: Named, other: Named): boolean {
  return one.file_name === other.file_name && one.file_size === other.file_size;
}

/**
 * Returns how long a file waits before it is sent again.
 *
 * @param failures failures of this kind, this one included
 * @returns milliseconds; `undefined` if the applicant must decide whether to try again
 */
export function resendAfter(trouble: FileTrouble, failures: number): number | undefined {
  const { is, retryAfterMs = 0 } = trouble;
  if (is === 'refused' || is === 'broken') return undefined;
  if (is === 'storage' && failures >= STORAGE_TRIES) return undefined;
  if (is === 'busy' && (failures >= BUSY_TRIES || retryAfterMs > LONGEST_ASKED_MS)) return undefined;
  return waitFor(trouble, failures);
}

/** Returns how long to wait after a failure, by the one policy of trying again. */
export function waitFor({ is, retryAfterMs, chance }: FileTrouble, failures: number): number {
  return waitAfter({ is: is === 'offline' ? 'offline' : 'server', retryAfterMs, chance }, failures);
}
