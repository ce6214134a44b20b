import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Copies stand here, so that every user can reach them. */
const HOME = '/var/lib';

/**
 * Copies programs to where an unprivileged user can reach them, and returns that folder. Made once: a later call
 * with the same name returns the same folder.
 *
 * @param name tells one version of the programs from another
 * @param sources by their path in the copy
 */
export function reachableCopy(name: string, sources: Readonly<Record<string, string>>): string {
  const copy = join(HOME, `graduate-admissions-${name}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const [path, source] of Object.entries(sources))
    cpSync(source, join(unfinished, path), { recursive: true, verbatimSymlinks: true });
  openToReaders(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch {
    rmSync(unfinished, { recursive: true }); // Another start was faster.
  }
  return copy;
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
