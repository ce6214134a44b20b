import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

/** Copies are here, so that every user can reach them. */
const HOME = '/var/lib';
const PREFIX = 'graduate-admissions-';
/** In a copy: one empty file for each process that has used it, by the number of the process. */
const USERS = 'used-by';

/**
 * Copies programs to where an unprivileged user can reach them, and returns that folder. Made once: a later call with
 * the same version returns the same folder. Deletes older copies of the same kind that no process uses any more.
 *
 * @param version distinguishes these programs from those of another release
 * @param sources by their path in the copy
 */
export function reachableCopy(
  kind: string,
  version: string,
  sources: Readonly<Record<string, string>>,
): string {
  const copy = join(HOME, `${PREFIX}${kind}-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(join(unfinished, USERS), { recursive: true });
    for (const [path, source] of Object.entries(sources))
      cpSync(source, join(unfinished, path), { recursive: true, verbatimSymlinks: true });
    openToReaders(unfinished);
    try {
      renameSync(unfinished, copy);
    } catch {
      rmSync(unfinished, { recursive: true }); // Another start was faster.
    }
  }
  mkdirSync(join(copy, USERS), { recursive: true });
  writeFileSync(join(copy, USERS, String(process.pid)), '');
  // A copy of an earlier release does not record who uses it.
  for (const other of copiesOf(`${kind}-`))
    if (other !== copy && existsSync(join(other, USERS)) && !isUsed(other)) remove(other);
  return copy;
}

/**
 * Deletes the copies of all kinds, or of one, that no running process uses.
 *
 * @returns the folders that are gone
 */
export function removeCopies(kind = ''): readonly string[] {
  const unused = copiesOf(kind).filter((copy) => !isUsed(copy));
  unused.forEach(remove);
  return unused;
}

function copiesOf(kind: string): readonly string[] {
  if (!existsSync(HOME)) return [];
  return readdirSync(HOME)
    .filter((name) => name.startsWith(PREFIX + kind))
    .map((name) => join(HOME, name));
}

/** Returns true if a process that makes or used the copy still runs, or a program of the copy does. */
function isUsed(copy: string): boolean {
  const [, maker] = /\.(\d+)$/.exec(copy) ?? [];
  if (maker !== undefined && isAlive(Number(maker))) return true;
  const noted = join(copy, USERS);
  if (existsSync(noted) && readdirSync(noted).map(Number).some(isAlive)) return true;
  return readdirSync('/proc').some((pid) => programOf(pid).startsWith(`${copy}/`));
}

function programOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return ''; // No process, or one that has ended.
  }
}

function remove(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/** A checkout may be closed to others by its modes; the copy must not be. */
function openToReaders(path: string): void {
  const { mode } = statSync(path);
  const isFolder = (mode & 0o040000) !== 0;
  chmodSync(path, isFolder || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (!isFolder) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (!entry.isSymbolicLink()) openToReaders(join(path, entry.name));
}
