// What a file question shows of its upload.
import { answerKeys, type AnswerKey } from '#form/keys.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import type { State } from '../model.ts';
import type { Upload } from './upload-model.ts';

/** How the upload of one file question is going. */
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
  const { name, isOffline } = upload;
  switch (upload.step) {
    case 'kept':
      return { status: 'waiting', name, isOffline };
    case 'sending':
      return { status: 'uploading', name, size: upload.file.size };
    case 'asking':
      return { status: 'asking', name, theirs: upload.theirs?.file_name ?? '' };
    case 'converting':
      return isOffline
        ? { status: 'waiting', name, isOffline }
        : { status: 'converting', name, isLong: upload.isLong };
    case 'failed':
      return { status: 'failed', message: upload.message, file: upload.file };
    default:
      return upload satisfies never;
  }
}

/** The questions whose file is being sent or converted, or waits for that. */
export function filesUnderWay({ files }: State): readonly AnswerKey[] {
  return [...files].filter(([, { step }]) => step !== 'failed').map(([key]) => key);
}

/** The first question whose applicant is asked whether to replace the file of another device. */
export function askedFile({ files }: State): AnswerKey | undefined {
  return answerKeys.find((key) => files.get(key)?.step === 'asking');
}

/** Says that a file could not be deleted, and of which question. */
export function notDeletedText(key: string): string {
  return `Error deleting file for ${fullLabelOf(key)}. Please try again.`;
}
