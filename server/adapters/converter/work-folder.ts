import { chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../is-alive.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';

const PREFIX = 'admissions-work-';

/** A folder for one piece of work, owned by the user that the programs run under. */
export function makeWorkFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Removes it with whatever a program, perhaps still dying, has put there. */
export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Removes the folders of processes that were killed before they could. */
export function removeStaleWorkFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-', 1)[0]) : undefined;
    if (pid === undefined || isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // /tmp is everybody's: what another user's server has left is theirs to remove.
    }
  }
}

/** Puts a new file into a work folder. A link that a program may have planted there is not followed. */
export async function putFile(folder: string, name: string, content: Uint8Array): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(join(folder, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

/** Takes a file that a program has made; `undefined` when there is none, or none that can be trusted. */
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
