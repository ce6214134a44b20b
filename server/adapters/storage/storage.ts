import type { Readable } from 'node:stream';
import { NamedError } from '../errors.ts';

/** The form with which a browser posts a file: `fields` first, unchanged, then the file as `file`. */
export interface UploadForm {
  /** An absolute URL, or a path on this server. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** A stored file on its way to somebody. */
export interface OpenFile {
  readonly bytes: number;
  /** In pieces. It keeps the file open until it is read to its end or destroyed. */
  readonly content: Readable;
}

/**
 * Stores files, which can be read only through this interface. A key is `area/owner/name`, never made from a file's
 * name.
 */
export interface Storage {
  /** Returns a form that is valid for one key, for `UPLOAD_FORM_SECONDS`, and for 1 to `MAX_FILE_BYTES` bytes. */
  uploadForm(key: string): Promise<UploadForm>;
  /** Returns the size of a file, or `undefined` when there is none. */
  size(key: string): Promise<number | undefined>;
  /** Returns a whole file as a copy, which later changes do not affect, or `undefined` when there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Opens a file that is sent to somebody, however slowly they read it, or returns `undefined` when there is none. */
  open(key: string): Promise<OpenFile | undefined>;
  /** Replaces the file. Resolves once the content is safely stored. */
  write(key: string, content: Uint8Array): Promise<void>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /** Yields every file of an area. The sweep uses it to find files without a row. */
  list(area: string): AsyncIterable<StoredFile>;
  /** Returns why it does not work now; `undefined` if it does. */
  fault(): Promise<string | undefined>;
}

export const UPLOAD_FORM_SECONDS = 600;

const KEY = /^[a-z]+\/[A-Za-z0-9_-]{1,80}\/[A-Za-z0-9_-]{1,80}(?:\.[a-z]{2,4})?$/;

/** Returns true if a key has our format, so that no path made from it can leave the storage. */
export function isStorageKey(key: string): boolean {
  return KEY.test(key);
}

/** The stored file is larger than anything we store. */
export class FileTooLargeError extends NamedError {}
