// What can be computed from the files.
import type { ListedDocument } from '#api/account-headers.ts';
import { isPending } from '#contract/document-answer.ts';
import type { FileRow } from '#files/stored-files.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { State } from '../model.ts';
import { NEVER } from '#retry.ts';
import { hasFailed, isAtServer } from '../select.ts';
import type { Place, Upload } from './upload-model.ts';

/** Conversions take seconds; after this the applicant is told not to wait. */
const LONG_MS = 20_000;

/** When the next request about a file may begin, by the clock's `elapsed`; infinite if there is none. */
export function dueAt(upload: Upload): number {
  return upload.step === 'asking' || hasFailed(upload) ? NEVER : upload.notBefore;
}

/** When the first request about any file may begin; infinite if there is none. */
export function uploadsDueAt({ files }: State): number {
  return Math.min(...[...files.values()].map(dueAt), NEVER);
}

/** The questions whose file is being sent or converted, or waits for that. */
export function filesUnderWay({ files }: State): readonly AnswerKey[] {
  return [...files].filter(([, upload]) => !hasFailed(upload)).map(([key]) => key);
}

/** Whether there is a document, or will be one. */
export function isThere(document: ListedDocument | undefined): document is ListedDocument {
  return document !== undefined && (document.status === 'COMPLETED' || isPending(document.status));
}

/** Whether a document is the same one as before. On a server without tags, name and size decide. */
export function isSame(document: ListedDocument | undefined, other: Omit<ListedDocument, 'status'>): boolean {
  if (document?.place !== undefined) return document.place === other.place;
  return document?.file_name === other.file_name && document.file_size === other.file_size;
}

/** Whether a document is this file: an earlier attempt may have arrived unnoticed. */
export function isOurs(document: ListedDocument | undefined, upload: Upload | undefined): boolean {
  const { name = '', file } = upload ?? {};
  return isSame(document, { file_name: name, file_size: file?.size ?? 0, place: placeOf(upload) });
}

/** Whether the device's records decide what happens to it. */
export function isFollowed(upload: Upload): boolean {
  return upload.id !== undefined && upload.isOnDevice && upload.step !== 'removing' && !hasEnded(upload);
}

/** Whether the device stores something newer: the same file that another tab has sent, or a later file. */
export function isOutrun(upload: Upload, { id, isSent }: FileRow): boolean {
  const isOpen = isFollowed(upload) && !isAtServer(upload);
  return upload.id === id ? isOpen && isSent : isOpen || upload.step === 'removing' || hasEnded(upload);
}

/** Whether it is only shown. */
function hasEnded(upload: Upload): boolean {
  return upload.step === 'attached' || hasFailed(upload);
}

/** The tag that names the file's place to the server. */
export function placeOf(upload: Pick<Upload, 'place'> | undefined): string | undefined {
  return upload?.place?.fields['key'];
}

/** A place where the storage has the file already. */
export function placeNamed(key: string | undefined): Place | undefined {
  return key === undefined ? undefined : { url: '', fields: { key } };
}

export type UploadState = ReturnType<typeof uploadStateOf>;

/** What a file question shows about its upload. */
export function uploadStateOf(upload: Upload | undefined) {
  if (upload === undefined || upload.step === 'removing') return { status: 'none' } as const;
  const { step, name, file, trouble, waitedMs, said: message = '', isWaiting } = upload;
  const isOffline = trouble?.is === 'offline';
  if (hasFailed(upload)) return { status: 'failed', message, file } as const;
  if (step === 'asking') return { status: 'asking', name, theirs: upload.theirs?.file_name ?? '' } as const;
  // It takes longer than usual, or its status cannot be read now.
  const isLong = (trouble !== undefined && trouble.is !== 'missed') || waitedMs >= LONG_MS;
  if (isAtServer(upload) && !isOffline) return { status: 'converting', name, isLong } as const;
  // It is sent automatically. Offline, the state of a conversion is unknown, too.
  if (isAtServer(upload) || isWaiting) return { status: 'waiting', name, isOffline } as const;
  return { status: 'uploading', name, size: file?.size ?? 0 } as const;
}
