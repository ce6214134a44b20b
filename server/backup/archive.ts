import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream';
import { pipeline as run } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { syncFolder } from '#server/adapters/sync-folder.ts';
import { readTar, tarBytes, tarEnd, TarError, type TarEntry } from './tar.ts';

const CHECKSUM_NAME = 'checksum.json';
/** A low level suffices: documents are compressed already, and rows shrink well at any level. */
const GZIP_LEVEL = 3;

const checksum = z.strictObject({ sha256: z.string(), entries: z.int() });

/** Of these the system names no path. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A backup that cannot be written or read; `message` is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const INTERRUPTED = 'The backup was interrupted; nothing of it was kept.';
export const DAMAGED = 'This backup is damaged or not complete; nothing was changed. Take another one.';

/**
 * Writes entries into one file, with a checksum over all of them at the end. The file gets its name only once it is
 * complete and on the disk.
 *
 * @throws {BackupError} when the file exists already or cannot be written, or when `signal` ends the work
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<TarEntry>,
  signal?: AbortSignal,
): Promise<void> {
  if (existsSync(path)) throw new BackupError(existing(path));
  // Two backups of one name must not write into one file.
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await run(
      pack(entries),
      createGzip({ level: GZIP_LEVEL }),
      // Nobody else may read the file, because it contains the keys.
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      signal ? { signal } : {},
    );
    await giveName(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw signal?.aborted ? new BackupError(INTERRUPTED, { cause: error }) : writingError(path, error);
  }
}

async function giveName(unfinished: string, path: string): Promise<void> {
  // A rename replaces whatever has the name. So an empty file takes it first.
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError(existing(path)) : error;
  });
  await handle.close();
  try {
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function existing(path: string): string {
  return `There is a file ${path} already; a backup never replaces another one.`;
}

/**
 * Yields the entries of an archive without its checksum. Only after the last entry is it certain that all are intact.
 *
 * @throws {BackupError} when the file cannot be read or has changed since it was written
 */
export async function* readArchive(path: string): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip();
  pipeline(createReadStream(path), gunzip, () => undefined);
  const hash = createHash('sha256');
  let entries = 0;
  try {
    for await (const { name, content, bytes } of readTar(gunzip)) {
      if (name === CHECKSUM_NAME) {
        const { data } = z.safeParse(checksum, JSON.parse(content.toString('utf8')));
        if (data?.entries !== entries || data.sha256 !== hash.digest('hex')) throw new BackupError(DAMAGED);
        return;
      }
      hash.update(bytes);
      entries += 1;
      yield { name, content };
    }
  } catch (error) {
    throw readingError(path, error);
  } finally {
    gunzip.destroy();
  }
  throw new BackupError(DAMAGED);
}

async function* pack(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const entry of entries) {
    const bytes = tarBytes(entry);
    hash.update(bytes);
    count += 1;
    yield bytes;
  }
  const end = { sha256: hash.digest('hex'), entries: count };
  yield tarBytes({ name: CHECKSUM_NAME, content: Buffer.from(JSON.stringify(end)) });
  yield tarEnd;
}

function writingError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  if (NO_ROOM.has(code)) return new BackupError(`${path} cannot be written: the disk is full (${code}).`);
  return 'path' in error ? new BackupError(`${path} cannot be written (${code}).`) : error;
}

function readingError(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof TarError || error instanceof SyntaxError || code.startsWith('Z_'))
    return new BackupError(DAMAGED);
  if (['ENOENT', 'EACCES', 'EISDIR', 'EIO'].includes(code))
    return new BackupError(`${path} cannot be read (${code}).`);
  return error;
}
