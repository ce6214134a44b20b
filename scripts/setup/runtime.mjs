import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { SetUpError } from './set-up-error.mjs';

/** The first version that runs TypeScript directly. */
const OLDEST = { major: 22, minor: 18 };

/** @param {string} version as Node prints it, such as v22.18.0 */
function isNewEnough(version) {
  const match = /^v(\d+)\.(\d+)/.exec(version);
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

/** @param {string} node @returns {boolean} whether this program runs, and is new enough */
function isUsable(node) {
  if (node === process.execPath) return isNewEnough(process.version);
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 && isNewEnough(stdout);
}

/**
 * Finds the Node that everything else runs under: the pinned one, or the machine's own if that is new enough.
 *
 * @param {{ prefersThis?: boolean }} [options] `prefersThis`: the one that runs this, if it is new enough
 * @returns {string} its path
 * @throws {SetUpError} if neither runs
 */
export function findRuntime({ prefersThis = false } = {}) {
  const pinned = resolve('node_modules/node/bin/node');
  const usable = [...(prefersThis ? [process.execPath] : []), pinned, process.execPath].find(isUsable);
  if (usable !== undefined) return usable;
  throw new SetUpError(
    `The pinned Node.js is not there (npm's install scripts may be switched off, or there is no build of it for this machine), and this one is ${process.version}. ` +
      'Either run "npm rebuild node --ignore-scripts=false", or install Node.js 22.18 or newer, then start again.',
  );
}
