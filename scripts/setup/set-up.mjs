import { dirname, delimiter, resolve } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildIsCurrent } from './build-stamp.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { findRuntime } from './runtime.mjs';
import { orSentence } from './set-up-error.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Installs everything that a fresh clone needs before the build: npm packages, system packages, the pinned Node. A
 * second run finds all of it installed. Runs under any Node from 18 on. If it cannot continue, it prints one sentence
 * and ends the process with code 1.
 *
 * @param {{ forTests?: boolean, onlyToRun?: boolean }} [options] `onlyToRun`: a current build needs no packages of
 *   development
 * @returns {{ node: string, env: NodeJS.ProcessEnv }} the Node to continue with, and an environment in which
 *   npm scripts find it first
 */
export function setUp({ forTests = false, onlyToRun = false } = {}) {
  chdir(resolve(dirname(fileURLToPath(import.meta.url)), '../..'));
  return orSentence(() => {
    installNpmPackages({ withDev: !(onlyToRun && buildIsCurrent()) });
    installSystemPackages({ forTests });
    const node = findRuntime();
    const path = [dirname(node), resolve('node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
    // The compile cache is kept from one start to the next, which then takes half the time.
    const env = {
      NODE_COMPILE_CACHE: resolve('build/node-cache'),
      // Scripts that set up for tests build before the tests.
      ...(forTests && { TEST_SERVER: 'build/server.js' }),
      ...process.env,
      PATH: path,
    };
    return { node, env };
  });
}
