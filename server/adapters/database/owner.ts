import {
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseDownError } from '../errors.ts';
import type { UnprivilegedUser } from '../unprivileged-user.ts';
import type { Cluster } from './cluster.ts';

/**
 * Makes a folder that only `user` may enter, if it is missing.
 *
 * @param formerOwner whose folder is taken over at the next start of PostgreSQL
 * @returns its owner
 */
export function makeOwned(path: string, user: UnprivilegedUser | undefined, formerOwner?: number): number {
  const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew && user) chownSync(path, user.uid, user.gid);
  const found = lstatSync(path);
  // In /tmp another user may have made this folder first.
  if (!found.isDirectory() || ![user?.uid, formerOwner, process.getuid?.()].includes(found.uid)) {
    throw new DatabaseDownError(
      `${path} belongs to another user; run this as that user, or choose another DATA_DIR.`,
    );
  }
  return found.uid;
}

/**
 * Gives a folder and everything in it to a user. Until the end it is root's, so the next start continues if this one is
 * killed. Follows no links and no paths: the former owner could replace a folder by a link at the same time.
 */
export function give(path: string, user: UnprivilegedUser): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    fchownSync(folder, 0, 0);
    fchmodSync(folder, 0o700);
    const here = `/proc/self/fd/${folder}`;
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const inside = join(here, entry.name);
      if (entry.isDirectory()) give(inside, user);
      else lchownSync(inside, user.uid, user.gid);
    }
    fchownSync(folder, user.uid, user.gid);
  } finally {
    closeSync(folder);
  }
}

/**
 * Gives a cluster that is still `nobody`'s, from an earlier release, to the user that it has now.
 *
 * @returns false while the PostgreSQL of the earlier release runs in it; nothing is changed then
 */
export function takeOver({ directory, socketDir, user }: Cluster): boolean {
  const home = dirname(directory);
  const isTheirs = (path: string) => lstatSync(path).uid === user?.uid;
  if (!user || [socketDir, home, directory].every(isTheirs)) return true;
  if (isUsedByOthers(directory, user)) return false;
  // The owner of `home` decides whose socket folder in /tmp may be used, so change that owner first.
  if (!isTheirs(socketDir)) give(socketDir, user);
  lchownSync(home, user.uid, user.gid);
  if (!isTheirs(directory)) give(directory, user);
  return true;
}

/** Returns true if a process of PostgreSQL works in this cluster as another user, perhaps left by a crash. */
function isUsedByOthers(directory: string, user: UnprivilegedUser): boolean {
  const path = realpathSync(directory);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.some((pid) => {
    try {
      const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
      if (!isPostgres || statSync(`/proc/${pid}`).uid === user.uid) return false;
      return readlinkSync(`/proc/${pid}/cwd`) === path;
    } catch (error) {
      // Some containers do not let root look. Then assume that it works here.
      return error instanceof Error && 'code' in error && error.code === 'EACCES';
    }
  });
}
