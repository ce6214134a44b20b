import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TestProcess } from '#server/testing/process.ts';
import { RELEASE_BEFORE } from './release-before.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const LARGE = { maxBuffer: 512 * 1024 * 1024 };

/** A release in a folder of its own, with its libraries and its build. */
export class Release {
  readonly name: string;
  readonly #folder: string;

  constructor(name: string, folder: string) {
    this.name = name;
    this.#folder = folder;
  }

  /** Starts its server. Resolves once it answers. */
  async start(env: Readonly<Record<string, string>>): Promise<TestProcess> {
    const server = this.#process('server/main.ts', [], env);
    await server.address();
    return server;
  }

  /** Runs a command of the operator, and returns its output. */
  async admin(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#process('server/cli/admin.ts', words, env).ended;
    if (code !== 0) throw new Error(`${this.name}: admin ${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  #process(script: string, words: readonly string[], env: Readonly<Record<string, string>>): TestProcess {
    const cache = join(this.#folder, 'build/node-cache');
    return new TestProcess(join(this.#folder, script), words, { NODE_COMPILE_CACHE: cache, ...env });
  }
}

export const thisRelease = new Release('this release', ROOT);

/**
 * Fetches the previous release from the history, installs its libraries and builds it.
 *
 * @returns a sentence if a part is missing
 */
export async function fetchReleaseBefore(folder: string): Promise<Release | string> {
  try {
    await run('git', ['cat-file', '-e', `${RELEASE_BEFORE}^{commit}`], { cwd: ROOT });
  } catch {
    return `There is no commit ${RELEASE_BEFORE}; "git fetch --unshallow" brings the history.`;
  }
  await mkdir(folder);
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '-o', archive, RELEASE_BEFORE], { cwd: ROOT });
  await run('tar', ['-xf', archive], { cwd: folder });
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, ...LARGE });
  } catch {
    return 'The libraries of the previous release could not be installed; this needs a registry of packages.';
  }
  await run('npm', ['run', 'build'], { cwd: folder, ...LARGE });
  return new Release('the previous release', folder);
}
