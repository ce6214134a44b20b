import { abortError } from '#device/ending.ts';
import { isFileNameTooLong } from '#form/file-name.ts';
import { FILE_NAME_MAX_CHARS, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#limits.ts';
import { type DrawnPages, drawPages } from './draw-pages.ts';
import { canWorkersDraw } from './draw-photo.ts';
// Built as plain scripts: before version 114, Firefox has no workers of modules.
// oxlint-disable-next-line import/default -- Vite makes it
import PhotosToPdf from './photos-to-pdf.ts?worker';
// oxlint-disable-next-line import/default -- Vite makes it
import ShrinkPhoto from './shrink-photo.ts?worker';
import { shrunk } from './shrink-photo.ts';

/**
 * The file that a worker has made from photos, with an image of each page, or why there is none. `unreadable`: this
 * browser cannot read the photo of this name. `too-large`: they would become too small to read. `hidden`: the browser does
 * not give what it draws. `broken` says nothing about the photos: most likely the worker's file did not load.
 */
export type Fitted =
  { readonly kind: 'done'; readonly file: File; readonly pages: readonly Blob[] } | NotFitted;
export type NotFitted =
  | { readonly kind: 'unreadable'; readonly name: string }
  | { readonly kind: 'too-large' | 'hidden' | 'broken' };

/** Posted before the result, with the number of finished pages. */
export interface Progress {
  readonly kind: 'page';
  readonly done: number;
}

const PHOTO = /\.(jpe?g|png|heic|heif|webp)$/i;
/** Formats that the server refuses, but that the browser may be able to convert. */
const FOREIGN = /\.(heic|heif|webp)$/i;

export const UNREADABLE_PHOTO =
  'This browser cannot read this photo. Please save it as a JPEG, or take a picture of it on the screen, and choose that.';
export const PHOTO_TOO_LARGE = `This photo would be unreadable if it were reduced to ${MAX_FILE_TEXT}. Please take it in parts, or scan it.`;
export const PIXELS_HIDDEN = `This browser hides what pages draw, so photos cannot be changed here. Please use another browser, or choose a PDF, or one JPEG or PNG of at most ${MAX_FILE_TEXT}.`;
export const PHOTOS_BROKEN =
  'A part of this page did not load. Please try again. If that does not help, load the page again: your answers stay.';

/** Whether a file can be a page of a PDF made from photos. */
export function isPhoto({ name }: Pick<File, 'name'>): boolean {
  return PHOTO.test(name);
}

/** Returns what must change before the server accepts a file; `none` also for a file that we cannot change. */
export function fittingOf({ name, size }: Pick<File, 'name' | 'size'>): 'none' | 'photo' | 'name' {
  if (size > 0 && PHOTO.test(name) && (size > MAX_FILE_BYTES || FOREIGN.test(name))) return 'photo';
  return isFileNameTooLong(name) ? 'name' : 'none';
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
export function withShortName(file: File, extension?: string): File {
  return new File([file], shortName(file.name, extension), { type: file.type });
}

/** Makes a JPEG of accepted size from a photo, in a worker: upright, without metadata, still readable. */
export async function shrinkPhoto(photo: File, signal: AbortSignal): Promise<Fitted> {
  if (!canWorkersDraw) return named(await shrunk(photo), '.jpg');
  return answerOf(new ShrinkPhoto(), [photo], '.jpg', signal);
}

/**
 * Combines photos into one PDF of accepted size, in a worker: one page each, in order, upright, without metadata.
 *
 * @param onPage called with the number of finished pages
 */
export async function combinePhotos(
  photos: readonly File[],
  onPage: (done: number) => void,
  signal: AbortSignal,
): Promise<Fitted> {
  const drawn = canWorkersDraw ? photos : await drawPages(photos, onPage, signal);
  if ('kind' in drawn && drawn.kind !== 'drawn') return drawn;
  return answerOf(new PhotosToPdf(), drawn, '.pdf', signal, onPage);
}

/** Gives photos, or their pages, to a worker, and ends it afterwards. The file that it makes gets this extension. */
async function answerOf(
  worker: Worker,
  photos: readonly File[] | DrawnPages,
  extension: string,
  signal: AbortSignal,
  onPage?: (done: number) => void,
): Promise<Fitted> {
  try {
    const fitted = await new Promise<Fitted>((resolve, reject) => {
      worker.onmessage = ({ data: answer }: MessageEvent<Fitted | Progress>) => {
        if (answer.kind === 'page') onPage?.(answer.done);
        else resolve(answer);
      };
      worker.onerror = () => resolve({ kind: 'broken' });
      signal.addEventListener('abort', () => reject(abortError()), { once: true });
      worker.postMessage(photos);
    });
    return named(fitted, extension);
  } finally {
    worker.terminate();
  }
}

function named(fitted: Fitted, extension: string): Fitted {
  return fitted.kind === 'done' ? { ...fitted, file: withShortName(fitted.file, extension) } : fitted;
}
