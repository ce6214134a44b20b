import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline as run } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import * as z from 'zod/mini';
import { syncFolder } from '#server/adapters/sync-folder.ts';
import { NamedError } from '#server/adapters/errors.ts';

const CHECKSUM_NAME = 'checksum.json';
/** Far more than any file or part of a table. A damaged length cannot make us allocate more. */
const ENTRY_MAX_BYTES = 256 * 1024 * 1024;
/** A low level suffices: documents are compressed already, and rows shrink well at any level. */
const GZIP_LEVEL = 3;

/** Damaged headers are refused. */
const STRICT = { strict: true };
/** `contents` is a hash over the name, the length and the content of every entry. */
const checksum = z.strictObject({ contents: z.string(), entries: z.int() });

export interface ArchiveEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** For these errors the system names no path. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A backup that cannot be written or read; `message` is a sentence for the operator. */
export class BackupError extends NamedError {}

const INTERRUPTED = 'The backup was interrupted; nothing of it was kept.';
export const DAMAGED = 'This backup is damaged or not complete; nothing was changed. Take another one.';

/**
 * Writes entries into one file, with a checksum over all of them at the end. The file gets its name only once it is
 * complete and on the disk.
 *
 * @param target the path of the file, or a stream, whose reader can tell by the checksum whether it got everything
 * @throws {BackupError} when the file exists already or cannot be written, or when `signal` ends the work
 */
export async function writeArchive(
  target: string | Writable,
  entries: AsyncIterable<ArchiveEntry>,
  signal?: AbortSignal,
): Promise<void> {
  return typeof target === 'string'
    ? writeFile(target, entries, signal)
    : writeInto(target, entries, signal).catch((error: unknown) => {
        throw writingError('Standard output', error, signal);
      });
}

async function writeFile(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (existsSync(path)) throw new BackupError(existing(path));
  // Two backups of one name must not write into one file.
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    // Nobody else may read the file, because it contains the keys.
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await writeInto(file, entries, signal);
    await giveName(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw writingError(path, error, signal);
  }
}

async function writeInto(
  target: Writable,
  entries: AsyncIterable<ArchiveEntry>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const packed = pack(entries, controller).catch((error: unknown) => controller.error(error));
  try {
    await run(readable, createGzip({ level: GZIP_LEVEL }), target, signal ? { signal } : {});
  } finally {
    await packed;
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
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  pipeline(file, gunzip, () => undefined);
  const decoder = createTarDecoder(STRICT);
  void feed(gunzip, decoder.writable.getWriter());
  const hash = makeHash();
  let end: z.output<typeof checksum> | undefined;
  try {
    // Reads to the end of the file, where gzip has its own checksum.
    for await (const { header, body } of decoder.readable) {
      if (end !== undefined || header.size > ENTRY_MAX_BYTES) throw new BackupError(DAMAGED);
      const entry = { name: header.name, content: await buffer(body) };
      if (entry.name === CHECKSUM_NAME) {
        end = z.parse(checksum, JSON.parse(entry.content.toString('utf8')));
        continue;
      }
      hash.add(entry);
      yield entry;
    }
  } catch (error) {
    throw readingError(path, error);
  } finally {
    gunzip.destroy();
  }
  const { contents, entries } = hash.end();
  if (end?.entries !== entries || end.contents !== contents) throw new BackupError(DAMAGED);
}

/** Passes on all chunks, or the error that ends them. */
async function feed(
  chunks: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}

async function pack(
  entries: AsyncIterable<ArchiveEntry>,
  controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<void> {
  const hash = makeHash();
  const add = async ({ name, content }: ArchiveEntry) => {
    const body = controller.add({ name, size: content.length, mode: 0o600, mtime: new Date(0) }).getWriter();
    await body.write(content);
    await body.close();
  };
  for await (const entry of entries) {
    hash.add(entry);
    await add(entry);
  }
  await add({ name: CHECKSUM_NAME, content: Buffer.from(JSON.stringify(hash.end())) });
  controller.finalize();
}

function makeHash() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    add({ name, content }: ArchiveEntry): void {
      hash.update(`${name}\0${content.length}\0`).update(content);
      entries += 1;
    },
    end: () => ({ contents: hash.digest('hex'), entries }),
  };
}

function writingError(path: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new BackupError(INTERRUPTED, { cause: error });
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  if (NO_ROOM.has(code)) return new BackupError(`${path} cannot be written: the disk is full (${code}).`);
  if (code === 'EPIPE') return new BackupError('Whoever read the backup ended before it was complete.');
  return 'path' in error ? new BackupError(`${path} cannot be written (${code}).`) : error;
}

function readingError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'EACCES', 'EISDIR', 'EIO'].includes(code))
    return new BackupError(`${path} cannot be read (${code}).`);
  return new BackupError(DAMAGED, { cause: error });
}
