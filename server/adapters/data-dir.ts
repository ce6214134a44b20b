import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingError, StartError } from './errors.ts';
import { unprivilegedUser, type UnprivilegedUser } from './unprivileged-user.ts';

/** Files and folders that a start makes in the data folder. */
const OURS = ['secret-keys', 'database', 'storage', 'mail'];

/** Errors that remain until somebody changes something. */
const LASTING_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a read-only file system',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'it is no folder',
};

/**
 * Makes the data folder and closes it to other users: they cannot read or list it.
 *
 * @throws {SettingError} when it belongs to another user, others can write to it, or it has our files and others can
 * read it
 * @throws {StartError} when it cannot be made, written or closed
 */
export function prepareDataDir(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    if (isRoot) requireOwnFolder(dataDir);
    makeFolder(dataDir);
    const { mode } = statSync(dataDir);
    if ((mode & 0o002) !== 0) {
      throw new SettingError(`DATA_DIR ${dataDir} can be written by everybody; use a folder of its own.`);
    }
    // mkdir decides how open a new folder is. We closed this one, so somebody opened it and must be warned.
    if ((mode & 0o004) !== 0 && OURS.some((name) => existsSync(join(dataDir, name)))) {
      throw new SettingError(
        `DATA_DIR ${dataDir} can be read by everybody and holds applicants' data; close it with "chmod 700".`,
      );
    }
    if (isRoot) chownSync(dataDir, 0, -1);
    chmodSync(dataDir, 0o700);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    throw error instanceof StartError ? error : unusable(dataDir, error);
  }
}

/** Root may change any folder, but taking it from a running server's user would cost that server its database. */
function requireOwnFolder(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const isOurs = [undefined, 0, unprivilegedUser('database')?.uid].includes(owner);
  if (isOurs) return;
  throw new SettingError(
    `DATA_DIR ${dataDir} belongs to the user with the number ${owner}; run this as that user, not as root.`,
  );
}

/** Makes a folder that only this process's user may enter. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return path;
}

/** Returns a short name for a data folder, for files that must be kept outside of it. */
export function dataDirId(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
}

/** Returns true if `user` can reach `path`, that is, may pass through every folder on the way. */
export function canReach(user: UnprivilegedUser, path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const parent = dirname(path);
  return (mode & bit) !== 0 && (parent === path || canReach(user, parent));
}

/** Like mkdir -p. Node's own `recursive` never returns where a folder cannot be made, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

/** Returns the error for a data folder in which the system refused an operation. */
export function unusable(dataDir: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const said = (reason: string) => `DATA_DIR ${dataDir} cannot be used: ${reason}.`;
  const lasting = LASTING_REASONS[code];
  if (lasting !== undefined) return new SettingError(said(lasting));
  return new StartError(said(code === 'ENOSPC' ? 'the disk is full' : code));
}
