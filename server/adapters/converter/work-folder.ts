import { chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../is-alive.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';

const PREFIX = 'admissions-work-';

/** Makes a folder for one task, owned by the user that runs the programs. */
export function makeWorkFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const user = unprivilegedUser('converter');
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Removes the folder and everything in it. Retries, because a dying program may still write there. */
export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Makes a folder for one task, and removes it after that. */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeWorkFolder();
  try {
    return await work(folder);
  } finally {
    await removeWorkFolder(folder);
  }
}

/** Removes the folders of killed processes. */
export function removeStaleWorkFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-', 1)[0]) : undefined;
    if (pid === undefined || isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // /tmp is shared: we cannot remove folders of another user's server.
    }
  }
}

/** Writes a new file into a work folder. Does not follow links that a program may have put there. */
export async function putFile(folder: string, name: string, content: Uint8Array): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(join(folder, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

/** Reads a file that a program has made. Returns `undefined` if it is missing or cannot be trusted. */
export async function takeFile(folder: string, name: string, maxBytes: number): Promise<Buffer | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const { size } = await handle.stat().then((found) => (found.isFile() ? found : { size: -1 }));
    if (size < 0 || size > maxBytes) return undefined;
    const content = Buffer.alloc(size);
    const { bytesRead } = await handle.read(content, 0, size, 0);
    return content.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
