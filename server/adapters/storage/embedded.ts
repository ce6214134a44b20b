import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { MAX_FILE_BYTES } from '#limits.ts';
import type { Clock } from '../clock.ts';
import { codesOf } from '../error-codes.ts';
import { syncFolder } from '../sync-folder.ts';
import { verifyUploadForm, type Verdict } from './policy.ts';
import { s3Client, signUploadForm } from './signer.ts';
import { isStorageKey, type Storage } from './storage.ts';

/** The path on this server to which the upload forms of the embedded storage post. */
export const UPLOAD_PATH = '/storage/documents';
const EMBEDDED_BUCKET = 'documents';
const EMBEDDED_REGION = 'embedded';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** No upload takes this long, so older parts were left by killed processes. */
const PART_MAX_AGE_MS = 3_600_000;
const MOVE_TRIES = 3;
/**
 * Uploads leave this much of a disk free, because answers and finished documents need it more: a twentieth, within
 * bounds. The minimum is room for two uploads and their PDFs.
 */
const RESERVE_PART = 1 / 20;
const RESERVE_MIN_BYTES = 4 * MAX_FILE_BYTES;
const RESERVE_MAX_BYTES = 512 * MAX_FILE_BYTES;

interface EmbeddedOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** The id of the secret that signs now. */
  readonly accessKeyId: string;
  /** Returns the secret of an id, or `undefined` if the id was never ours. */
  readonly secretFor: (accessKeyId: string) => string | undefined;
}

/** A file being received. It is invisible until `commit`. */
export interface IncomingFile {
  append(chunk: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  /** Deletes what was received. Does nothing after `commit`. */
  discard(): Promise<void>;
}

/** Storage in a folder of this server, with the functions that the upload route needs. */
export interface EmbeddedStorage extends Storage {
  verify(fields: ReadonlyMap<string, string>): Verdict;
  /** Removes half-written files of killed processes, and the empty folders of those who have no file any more. */
  tidy(): Promise<void>;
  receive(key: string): Promise<IncomingFile>;
  /** Returns false while only the reserve of the disk would be left, with what is being received. No upload is received then. */
  hasRoom(): Promise<boolean>;
}

export function embeddedStorage({ folder, clock, accessKeyId, secretFor }: EmbeddedOptions): EmbeddedStorage {
  const parts = join(folder, '.parts');
  mkdirSync(parts, { recursive: true, mode: FOLDER_MODE });
  const signer = signerFor(accessKeyId, secretFor);
  /** Files that are being received. Their bytes may still arrive, so room for them is reserved. */
  let numIncoming = 0;

  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new TypeError('Not a key of the storage.');
    return join(folder, ...key.split('/'));
  };

  async function receive(key: string): Promise<IncomingFile> {
    const path = pathOf(key);
    const part = join(parts, `${randomBytes(12).toString('hex')}.part`);
    const handle = await open(part, 'wx', FILE_MODE);
    numIncoming += 1;
    let isDone = false;
    return {
      append: (chunk) => writeAll(handle, chunk),
      async commit() {
        await handle.sync();
        await handle.close();
        await move(part, path);
        await syncFolder(dirname(path));
        isDone = true;
        numIncoming -= 1;
      },
      async discard() {
        if (isDone) return;
        isDone = true;
        numIncoming -= 1;
        await handle.close().catch(() => undefined);
        await rm(part, { force: true });
      },
    };
  }

  return {
    receive,
    hasRoom: () => hasRoom(folder, numIncoming * MAX_FILE_BYTES),

    async tidy() {
      for await (const { name } of await opendir(parts)) {
        const found = await stat(join(parts, name)).catch(ignoreMissing);
        if (found?.isFile() && clock.now().getTime() - found.mtimeMs > PART_MAX_AGE_MS)
          await rm(join(parts, name), { force: true });
      }
      for (const area of await readdir(folder)) {
        const owners = (await readdir(join(folder, area)).catch(ignoreMissing)) ?? [];
        for (const owner of owners.filter((name) => isStorageKey(`${area}/${name}/file`))) {
          // Fails if there are files in it, and then it stays.
          await rmdir(join(folder, area, owner)).catch(() => undefined);
        }
      }
    },

    verify: (fields) =>
      verifyUploadForm(fields, { clock, bucket: EMBEDDED_BUCKET, region: EMBEDDED_REGION, secretFor }),

    async uploadForm(key) {
      const { fields } = await signUploadForm(signer, { bucket: EMBEDDED_BUCKET, key, clock });
      return { url: UPLOAD_PATH, fields };
    },

    async size(key) {
      const found = await stat(pathOf(key)).catch(ignoreMissing);
      return found?.size;
    },

    read: (key) => readFile(pathOf(key)).catch(ignoreMissing),

    async open(key) {
      const handle = await open(pathOf(key), 'r').catch(ignoreMissing);
      if (handle === undefined) return undefined;
      try {
        const { size } = await handle.stat();
        return { bytes: size, content: handle.createReadStream() };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async write(key, content) {
      const incoming = await receive(key);
      try {
        await incoming.append(content);
        await incoming.commit();
      } finally {
        await incoming.discard();
      }
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list(area) {
      const owners = await opendir(join(folder, area)).catch(ignoreMissing);
      if (owners === undefined) return;
      for await (const owner of owners) {
        // A network file system or a file manager may have put files of its own here.
        const names = (await readdir(join(folder, area, owner.name)).catch(ignoreMissing)) ?? [];
        for (const key of names.map((name) => `${area}/${owner.name}/${name}`).filter(isStorageKey)) {
          const found = await stat(pathOf(key)).catch(ignoreMissing);
          if (found?.isFile()) yield { key, bytes: found.size, changedAt: found.mtime };
        }
      }
    },

    async fault() {
      try {
        const incoming = await receive('probes/server/probe');
        try {
          await incoming.append(Buffer.from('?'));
        } finally {
          await incoming.discard();
        }
        // The test byte may fit where no file of an applicant does.
        return (await hasRoom(folder)) ? undefined : 'only the reserve of its disk is free';
      } catch (error) {
        return codesOf(error);
      }
    },
  };
}

function signerFor(accessKeyId: string, secretFor: EmbeddedOptions['secretFor']): S3Client {
  const secretAccessKey = secretFor(accessKeyId);
  if (secretAccessKey === undefined) throw new TypeError('The embedded storage has no secret to sign with.');
  // Signing needs an endpoint. It is then removed: the browser posts to the server that sent the form.
  return s3Client({
    endpoint: 'http://embedded.invalid',
    region: EMBEDDED_REGION,
    accessKeyId,
    secretAccessKey,
  });
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.byteLength) {
    const { bytesWritten } = await handle.write(chunk, offset);
    offset += bytesWritten;
  }
}

async function hasRoom(folder: string, expectedBytes = 0): Promise<boolean> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const part = blocks * bsize * RESERVE_PART;
  const reserve = Math.min(Math.max(part, RESERVE_MIN_BYTES), RESERVE_MAX_BYTES);
  // Some network file systems do not report their size.
  return blocks === 0 || bavail * bsize - expectedBytes >= reserve;
}

/** Moves a file to its place. The folder is made first, and `tidy` may remove it again at that moment. */
async function move(part: string, path: string): Promise<void> {
  for (let triesLeft = MOVE_TRIES; ; triesLeft -= 1) {
    try {
      // Fails, too, when the folder is deleted while mkdir checks whether it exists.
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      return await rename(part, path);
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone || triesLeft === 1) throw error;
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
