// What can be computed of the files.
import { sentenceFor } from '#api/errors.ts';
import { isPending, type DocumentAnswer } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import type { State } from '../model.ts';
import { NEVER } from '#retry.ts';
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

/** Whether there is a document, or will be one. */
export function isThere(document: DocumentAnswer | undefined): document is DocumentAnswer {
  return document !== undefined && (document.status === 'COMPLETED' || isPending(document.status));
}

/** Name and size tell files apart: an earlier attempt of this device may have arrived unnoticed. */
export function isSameFile(document: DocumentAnswer | undefined, name?: string, size?: number): boolean {
  return document?.file_name === name && document?.file_size === size;
}

export type UploadState = ReturnType<typeof uploadStateOf>;

/** What a file question shows of its upload. */
export function uploadStateOf(upload: Upload | undefined) {
  if (upload === undefined) return { status: 'none' } as const;
  const { step, name, file, trouble, failures, waitedMs, message, isWaiting } = upload;
  const isOffline = trouble === 'offline';
  if (step === 'failed') return { status: 'failed', message, file } as const;
  if (step === 'asking') return { status: 'asking', name, theirs: upload.theirs?.file_name ?? '' } as const;
  // It takes longer than usual, or its status cannot be read now.
  const isLong = failures > 0 || waitedMs >= LONG_MS;
  if (isAtServer(upload) && !isOffline) return { status: 'converting', name, isLong } as const;
  // It is sent automatically. Without a network, nothing is known of a conversion either.
  if (isAtServer(upload) || isWaiting) return { status: 'waiting', name, isOffline } as const;
  return { status: 'uploading', name, size: file?.size ?? 0 } as const;
}

/** The toast that says why the file of a question could not be deleted. */
export function notDeleted(
  key: string,
  error: unknown,
): readonly [label: string, text: string, source: string] {
  return [
    'Delete Error',
    `Error deleting file for ${fullLabelOf(key)}: ${sentenceFor(error)}`,
    deletionOf(key),
  ];
}

/** The source of that toast. */
export function deletionOf(key: string): string {
  return `delete/${key}`;
}
