// What can be computed of the files.
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import type { State } from '../model.ts';
import { NEVER } from '../retry.ts';
import { isAtServer } from '../select.ts';
import type { Upload } from './upload-model.ts';

/** Conversions take seconds; after this the applicant is told not to wait. */
const LONG_MS = 20_000;

/** When the next request about a file may begin, by the clock's `elapsed`; infinite if there is none. */
export function dueAt({ step, isRemoving, notBefore }: Upload): number {
  return isRemoving || step === 'asking' || step === 'failed' ? NEVER : notBefore;
}

/** When the first request about any file may begin; infinite if there is none. */
export function uploadsDueAt({ files }: State): number {
  return Math.min(...[...files.values()].map(dueAt), NEVER);
}

/** The questions whose file is being sent or converted, or waits for that. */
export function filesUnderWay({ files }: State): readonly AnswerKey[] {
  return [...files].filter(([, { step }]) => step !== 'failed').map(([key]) => key);
}

/** Name and size tell files apart: an earlier attempt of this device may have arrived unnoticed. */
export function isSameFile(document: DocumentAnswer | undefined, name?: string, size?: number): boolean {
  return document?.file_name === name && document?.file_size === size;
}

/** What a file question shows of its upload. */
export type UploadState =
  | { readonly status: 'none' }
  /** The file is stored on this device and sent automatically; `isOffline` if the last attempt got no response. */
  | { readonly status: 'waiting'; readonly name: string; readonly isOffline: boolean }
  | { readonly status: 'uploading'; readonly name: string; readonly size: number }
  /** The account has the file `theirs` from another device. The applicant is asked whether to replace it. */
  | { readonly status: 'asking'; readonly name: string; readonly theirs: string }
  /** The server has the file. `isLong` if converting takes longer than usual, or its status cannot be read now. */
  | { readonly status: 'converting'; readonly name: string; readonly isLong: boolean }
  | { readonly status: 'failed'; readonly message: string; readonly file: File | undefined };

export function uploadStateOf(upload: Upload | undefined): UploadState {
  if (upload === undefined) return { status: 'none' };
  const { step, name, file, trouble, failures, waitedMs, message, isWaiting } = upload;
  const isOffline = trouble === 'offline';
  if (step === 'failed') return { status: 'failed', message, file };
  if (step === 'asking') return { status: 'asking', name, theirs: upload.theirs?.file_name ?? '' };
  if (isAtServer(upload) && !isOffline)
    return { status: 'converting', name, isLong: failures > 0 || waitedMs >= LONG_MS };
  if (isAtServer(upload) || isWaiting) return { status: 'waiting', name, isOffline };
  return { status: 'uploading', name, size: file?.size ?? 0 };
}

/** Says that a file could not be deleted, and of which question. */
export function notDeletedText(key: string): string {
  return `Error deleting file for ${fullLabelOf(key)}. Please try again.`;
}
