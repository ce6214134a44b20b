/** What a browser posts a file with: `fields` first, each as it stands, then the file as `file`. */
export interface UploadForm {
  /** Absolute, or a path on this server. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/**
 * Where files rest. A key is `area/owner/name`, made by us and never from a file's name; nothing in here can
 * be read without going through this interface.
 */
export interface Storage {
  /** A form good for one key, for `UPLOAD_FORM_SECONDS`, and for 1 to `MAX_FILE_BYTES` bytes. */
  uploadForm(key: string): Promise<UploadForm>;
  /** The size of a file, or `undefined` when there is none. */
  size(key: string): Promise<number | undefined>;
  /** A whole file as a copy of its own, which nobody can change any more; `undefined` when there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Rests safely once resolved; replaces what was there. */
  write(key: string, content: Uint8Array): Promise<void>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /** Every file of an area, for the sweep of files that nobody knows any more. */
  list(area: string): AsyncIterable<StoredFile>;
  isReady(): Promise<boolean>;
}

export const UPLOAD_FORM_SECONDS = 600;

const KEY = /^[a-z]+\/[A-Za-z0-9_-]{1,80}\/[A-Za-z0-9_-]{1,80}(?:\.[a-z]{2,4})?$/;

/** Whether a key is one of ours: no path can be made from it that leaves the storage. */
export function isStorageKey(key: string): boolean {
  return KEY.test(key);
}

/** A stored file is larger than anything we ever store. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}
