import { isFileNameTooLong } from '#form/file-name.ts';
import { FILE_NAME_MAX_CHARS, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#limits.ts';
import type { PhotosAnswer } from './photos-to-pdf.ts';
import type { ShrinkAnswer } from './shrink-photo.ts';

const PHOTO = /\.(jpe?g|png|heic|heif|webp)$/i;
/** Formats that the server refuses, but that the browser may be able to convert. */
const FOREIGN = /\.(heic|heif|webp)$/i;

export const UNREADABLE_PHOTO =
  'This browser cannot read this photo. Please save it as a JPEG, or take a picture of it on the screen, and choose that.';
export const PHOTO_TOO_LARGE = `This photo could not be read any more if it were made to fit into ${MAX_FILE_TEXT}. Please take it in parts, or scan it.`;
export const PHOTOS_BROKEN =
  'A part of this page did not load. Please try again. If that does not help, load the page again: your answers stay.';

/** Whether a file can be a page of a PDF made from photos. */
export function isPhoto(file: { readonly name: string }): boolean {
  return PHOTO.test(file.name);
}

/** How a file can be changed on the device to be accepted: a smaller photo, a shorter name. */
type Fitting = 'none' | 'photo' | 'name';

/** Tells what must change before the server takes a file; `none` also for a file that nothing here can help. */
export function fittingOf(file: { readonly name: string; readonly size: number }): Fitting {
  if (file.size > 0 && PHOTO.test(file.name) && (file.size > MAX_FILE_BYTES || FOREIGN.test(file.name)))
    return 'photo';
  return isFileNameTooLong(file.name) ? 'name' : 'none';
}

/**
 * Shortens a name to 32 characters and keeps its extension.
 *
 * @param chosen the name as the device has it
 * @param extension replaces the extension, with its dot
 */
export function shortName(chosen: string, extension?: string): string {
  // Cut as the letters are counted, so that an e and its accent count once.
  const name = chosen.normalize('NFC');
  const dot = name.lastIndexOf('.');
  const ending = extension ?? (dot > 0 ? name.slice(dot) : '');
  const stem = [...(dot > 0 ? name.slice(0, dot) : name)];
  return `${stem
    .slice(0, FILE_NAME_MAX_CHARS - [...ending].length)
    .join('')
    .trimEnd()}${ending}`;
}

/** Returns the same file under a name of at most 32 characters. */
export function withShortName(file: File): File {
  return new File([file], shortName(file.name), { type: file.type });
}

/**
 * The result of making a photo smaller, or why there is none: this browser cannot read it, it would become too small to
 * read, or the worker failed. The last says nothing about the photo: most likely the worker's file did not load.
 */
export type Shrunk =
  { readonly kind: 'done'; readonly file: File } | { readonly kind: 'unreadable' | 'too-large' | 'broken' };

/** Makes a JPEG of accepted size from a photo, in a worker: upright, without metadata, still readable. */
export async function shrinkPhoto(file: File, signal: AbortSignal): Promise<Shrunk> {
  const worker = new Worker(new URL('./shrink-photo.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Shrunk>((resolve, reject) => {
      worker.onmessage = ({ data: answer }: MessageEvent<ShrinkAnswer>) => {
        if (answer.kind !== 'done') resolve(answer);
        else {
          const name = shortName(file.name, '.jpg');
          resolve({ kind: 'done', file: new File([answer.photo], name, { type: 'image/jpeg' }) });
        }
      };
      worker.onerror = () => resolve({ kind: 'broken' });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

/** The result of combining photos: one PDF with an image of each page, or why there is none. */
export type Combined =
  | { readonly kind: 'done'; readonly file: File; readonly pages: readonly Blob[] }
  | { readonly kind: 'unreadable'; readonly name: string }
  | { readonly kind: 'too-many' }
  /** The worker failed, as in `Shrunk`. */
  | { readonly kind: 'broken' };

/**
 * Combines photos into one PDF of accepted size, in a worker: one page each, in order, upright, without metadata.
 *
 * @param onPage called with the number of finished pages
 */
export async function combinePhotos(
  photos: readonly File[],
  onPage: (done: number) => void,
  signal: AbortSignal,
): Promise<Combined> {
  const worker = new Worker(new URL('./photos-to-pdf.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Combined>((resolve, reject) => {
      worker.onmessage = ({ data: answer }: MessageEvent<PhotosAnswer>) => {
        if (answer.kind === 'page') onPage(answer.done);
        else if (answer.kind === 'done') {
          const name = shortName(photos[0]?.name ?? 'photos', '.pdf');
          const file = new File([answer.pdf], name, { type: 'application/pdf' });
          resolve({ kind: 'done', file, pages: answer.pages });
        } else resolve(answer);
      };
      worker.onerror = () => resolve({ kind: 'broken' });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.postMessage(photos);
    });
  } finally {
    worker.terminate();
  }
}
