import { createWriteStream, write } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from './command.ts';

/** The name of a file that is standard input or output. */
export const DASH = '-';
const ROOM_POLL_MS = 20;

/**
 * Returns standard output for the content of a file. The process's own stream tells too late that its reader has ended.
 *
 * @throws {CommandError} for a terminal
 */
export function standardOutput(): Writable {
  if (process.stdout.isTTY)
    throw new CommandError('This is not text for a terminal: write it into a pipe or a file.');
  return createWriteStream('', { fd: 1, autoClose: false, fs: { write: writeWithRoom } });
}

/** Writes once a pipe has room. Until then, a write fails: our own standard streams, and npm's, do not wait in it. */
function writeWithRoom(
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number | null,
  done: (error: Error | null, written: number, bytes: Uint8Array) => void,
): void {
  write(fd, bytes, offset, length, position, (error, ...outcome) => {
    if (error?.code !== 'EAGAIN') return done(error, ...outcome);
    setTimeout(writeWithRoom, ROOM_POLL_MS, fd, bytes, offset, length, position, done);
  });
}

/** Reads a file, or standard input. */
export async function readGiven(path: string): Promise<Buffer> {
  return path === DASH
    ? buffer(process.stdin)
    : readFile(path).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${path} cannot be read (${error.code}).`);
      });
}

/** Writes a file that only we may read, or to standard output. */
export async function writeGiven(path: string, content: Uint8Array): Promise<void> {
  if (path !== DASH) return writeFile(path, content, { mode: 0o600 });
  const output = standardOutput();
  await new Promise<void>((resolve, reject) => {
    output.once('error', reject);
    output.end(content, () => resolve());
  });
}

/**
 * Gives `work` the path of a file. What standard input has goes into a file in TMPDIR that has lost its name already, so
 * that nothing of it stays, whatever ends this process.
 */
export async function withFile<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  if (path !== DASH) return work(path);
  const folder = await mkdtemp(join(tmpdir(), 'admissions-'));
  const handle = await open(join(folder, 'input'), 'wx+', 0o600);
  try {
    await rm(folder, { recursive: true });
    await pipeline(process.stdin, createWriteStream('', { fd: handle.fd, autoClose: false })).catch(
      ({ code }: NodeJS.ErrnoException) => {
        throw new CommandError(`Standard input cannot be kept in ${tmpdir()} (${code}). Set TMPDIR.`);
      },
    );
    return await work(`/proc/self/fd/${handle.fd}`);
  } finally {
    await handle.close();
  }
}
