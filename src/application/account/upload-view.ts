// What can be computed from the files.
import type { ListedDocument } from '#api/account-headers.ts';
import { isPending } from '#contract/document-answer.ts';
import type { FileRow } from '#files/stored-files.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { State } from '../model.ts';
import { NEVER } from '#retry.ts';
import type { Upload } from './upload-model.ts';

/** Conversions take seconds; after this the applicant is told not to wait. */
const LONG_MS = 20_000;

/** When the first request about any file may begin; infinite if there is none. */
export function uploadsDueAt({ files }: State): number {
  return Math.min(...[...files.values()].map(({ notBefore }) => notBefore), NEVER);
}

/** The questions whose file is being sent or converted, or waits for that. */
export function filesUnderWay({ files }: State): readonly AnswerKey[] {
  return [...files].filter(([, { step }]) => step !== 'failed').map(([key]) => key);
}

/** Whether there is a document, or will be one. */
export function isThere(document: ListedDocument | undefined): document is ListedDocument {
  return document !== undefined && (document.status === 'COMPLETED' || isPending(document.status));
}

/** Whether the device's records decide what happens to it. */
export function isFollowed({ id, isOnDevice, step }: Upload): boolean {
  return id !== '' && isOnDevice && step !== 'failed';
}

/** Whether the device stores something newer: what another tab has done with the same file, or a later file. */
export function isOutrun(upload: Upload, row: FileRow): boolean {
  const isOpen = isFollowed(upload) && upload.step !== 'converting';
  if (upload.id !== row.id) return isOpen || upload.step === 'failed';
  return row.step === 'failed' ? isFollowed(upload) : isOpen && row.step === 'converting';
}

/**
 * The document that the applicant takes back; `undefined` if the server has nothing of it. Only what the server may have
 * is deleted there, and nothing of another device.
 */
export function documentOf(upload: Upload | undefined, shown: ListedDocument | undefined) {
  const { file_name: listed = '', place: there } = shown ?? {};
  if (upload === undefined || upload.step === 'failed')
    return shown || !upload ? { name: listed, place: there, isKnown: shown !== undefined } : undefined;
  const { step, name, place = step === 'converting' ? there : undefined } = upload;
  const isSent = step === 'converting' || (step === 'waiting' && place !== undefined);
  return isSent ? { name, place, isKnown: true } : undefined;
}

export type UploadState = ReturnType<typeof uploadStateOf>;

/** What a file question shows about its upload. */
export function uploadStateOf(upload: Upload | undefined) {
  if (upload === undefined) return { status: 'none' } as const;
  const { step, name, file, trouble, waitedMs, said: message = '', isWaiting } = upload;
  const isOffline = trouble?.is === 'offline';
  if (step === 'failed') return { status: 'failed', message, file } as const;
  if (step === 'asking') return { status: 'asking', name, theirs: upload.theirs?.file_name ?? '' } as const;
  const isConverting = step === 'converting';
  // It takes longer than usual, or its status cannot be read now.
  const isLong = trouble !== undefined || waitedMs >= LONG_MS;
  if (isConverting && !isOffline) return { status: 'converting', name, isLong } as const;
  // It is sent automatically. Offline, the state of a conversion is unknown, too.
  if (isConverting || isWaiting) return { status: 'waiting', name, isOffline } as const;
  return { status: 'uploading', name, size: file?.size ?? 0 } as const;
}
