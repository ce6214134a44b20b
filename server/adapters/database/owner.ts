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
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseDownError } from '../errors.ts';
import type { UnprivilegedUser } from '../unprivileged-user.ts';

/** Makes a folder that only `user` may enter, if it is missing. */
export function makeOwned(path: string, user: UnprivilegedUser | undefined): void {
  const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew && user) chownSync(path, user.uid, user.gid);
  const found = lstatSync(path);
  // In /tmp another user may have made this folder first.
  if (!found.isDirectory() || ![user?.uid, process.getuid?.()].includes(found.uid)) {
    throw new DatabaseDownError(
      `${path} belongs to another user; run this as that user, or choose another DATA_DIR.`,
    );
  }
}

/**
 * Gives a folder and everything in it to a user. Follows no links and no paths: the former owner could replace a folder by
 * a link at the same time.
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
