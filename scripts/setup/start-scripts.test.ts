import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'start-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const OLD_NODE = "Object.defineProperty(process, 'version', { value: 'v18.20.8' });";

/** A release with these parts and nothing else. */
function release(name: string, ...parts: readonly string[]): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const part of ['scripts', 'package.json', 'package-lock.json', ...parts])
    cpSync(join(ROOT, part), join(place, part), { recursive: true });
  return place;
}

function ends(cwd: string, script: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd,
    env: { PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each([
  { script: 'scripts/build.mjs', command: 'npm ci --include=dev' },
  { script: 'scripts/admin.mjs', command: 'npm ci' },
])('$script without packages says what installs them', ({ script, command }) => {
  const place = release(`bare-${command.length}`);
  expect(ends(place, script)).toEqual({
    status: 1,
    stdout: '',
    stderr: `Packages are missing from node_modules. Run "${command}", then start again.\n`,
  });
});

test('an old Node without the pinned one says so in a sentence', () => {
  const place = release('old');
  for (const name of ['vite', 'zod']) {
    mkdirSync(join(place, 'node_modules', name), { recursive: true });
    writeFileSync(join(place, 'node_modules', name, 'package.json'), '{}');
  }
  writeFileSync(join(place, 'old.mjs'), OLD_NODE);
  for (const script of ['scripts/build.mjs', 'scripts/admin.mjs']) {
    const { status, stderr } = ends(place, script, { NODE_OPTIONS: `--import ${join(place, 'old.mjs')}` });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^The pinned Node\.js is not there .+ this one is v18\.20\.8\. .+\n$/),
    });
  }
});

test('another user than the owner is told who has to install and build', () => {
  const place = release('foreign');
  chmodSync(place, 0o555);
  const words = ['--user', '--map-user=54321', process.execPath, 'scripts/start.mjs'];
  const { status, stdout, stderr } = spawnSync('unshare', words, { cwd: place, encoding: 'utf8' });
  chmodSync(place, 0o755);
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^This user cannot write to \S+foreign, .+ as its owner, then start again\.\n$/,
    ),
  });
});

test.each([
  { how: 'by default', env: {}, file: '', isTried: true },
  { how: 'with SYSTEM_PACKAGES=off', env: { SYSTEM_PACKAGES: 'off' }, file: '', isTried: false },
  { how: 'with a misspelled off', env: { SYSTEM_PACKAGES: 'Off' }, file: '', isTried: false },
  { how: 'with off in .env', env: {}, file: 'SYSTEM_PACKAGES=off', isTried: false },
])('set-up installs Debian packages $how: $isTried, and names what is missing', ({ env, file, isTried }) => {
  const place = mkdtempSync(join(folder, 'packages-'));
  mkdirSync(join(place, 'node_modules'));
  writeFileSync(join(place, '.env'), file);
  for (const program of ['apt-get', 'sudo'])
    writeFileSync(join(place, program), '#!/bin/sh\necho called >> called\nexit 1\n', { mode: 0o755 });
  const script = join(place, 'install.mjs');
  const room = join(import.meta.dirname, 'system-packages.mjs');
  writeFileSync(
    script,
    `import { installSystemPackages } from ${JSON.stringify(room)}; installSystemPackages({ forTests: false });`,
  );
  const { stderr } = ends(place, script, { PATH: place, CHROMIUM_PATH: '/no/such', ...env });
  expect(stderr).toMatch(
    /^Not installed: chromium-headless-shell.* \(no PDF copies.*\)\. To install: apt-get /,
  );
  expect(existsSync(join(place, 'called'))).toBe(isTried);
});
