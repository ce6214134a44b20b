import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { ADMIN, runAdmin, startServer, TestProcess } from '#server/testing/process.ts';
import { SEED_PASSWORD } from './seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'admissions-moving-'));
const [here, there, nowhere] = ['here', 'there', 'nowhere'].map((name) => join(folder, name));
const file = join(folder, 'backup');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a backup taken beside a running server makes another machine the same', { tags: 'long' }, async () => {
  if (here === undefined || there === undefined || nowhere === undefined) throw new Error('There are three.');
  const server = startServer(here);
  const address = await server.address();
  expect((await runAdmin(here, 'seed')).code).toBe(0);
  const session = await logIn(address);
  expect((await profile(address, session)).status).toBe(200);
  expect((await runAdmin(here, 'api-key', '--for', 'Student system')).code).toBe(0);

  const backup = await runAdmin(here, 'backup', file);
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  expect(backup.stdout).toMatch(/^\d+ rows and \d+ files\.\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await runAdmin(here, 'restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already running on DATA_DIR'),
  });
  await server.stop();

  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, readFileSync(file).subarray(0, -1000));
  expect(await runAdmin(nowhere, 'restore', damaged)).toMatchObject({
    code: 1,
    stderr: 'This backup is damaged or not complete; nothing was changed. Take another one.\n',
  });
  expect(existsSync(nowhere)).toBe(false);

  // The settings of a process that runs no jobs.
  const env = { DATA_DIR: there, WORKERS: 'none' };
  const restored = await new TestProcess(ADMIN, ['restore', file], env).ended;
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(/^30 accounts and \d+ files, as of 20/);
  expect(restored.stdout).toContain(': 1. Issue again what is still needed.\nAPI key\tStudent system\n');
  expect(restored.stdout).toMatch(
    /Repeat what was done after the backup, such as deletions of applicants.*\n$/,
  );
  expect(await exported(there, 'there')).toEqual(await exported(here, 'here'));
  expect(readFileSync(join(there, 'secret-keys'))).toEqual(readFileSync(join(here, 'secret-keys')));
  expect(await runAdmin(there, 'restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There are applicants here already'),
  });

  const other = startServer(there);
  const otherAddress = await other.address();
  expect((await profile(otherAddress, session)).status).toBe(401);
  expect((await profile(otherAddress, await logIn(otherAddress))).status).toBe(200);
  await other.stop();
});

test(
  'files go through pipes as -, and a reader that ends early ends no work in the middle',
  { tags: 'long' },
  async () => {
    const [from, to, other] = ['from', 'to', 'other'].map((name) => join(folder, name));
    const shell = async (script: string) => {
      const admin = `${process.execPath} ${resolve(ADMIN)}`;
      const env = { PATH: '/usr/bin:/bin', A: from ?? '', B: to ?? '', C: other ?? '' };
      const { stdout, stderr } = await promisify(execFile)(
        'bash',
        ['--norc', '-c', `admin() { DATA_DIR=$1 ${admin} "\${@:2}"; }\n${script}`],
        { env },
      );
      return { stdout, stderr };
    };
    expect((await runAdmin(from ?? '', 'seed')).code).toBe(0);
    const moved = await shell('set -o pipefail; admin $A backup - | admin $B restore -');
    expect(moved.stderr).toMatch(/^\d+ rows and \d+ files\.\n$/);
    expect(moved.stdout).toMatch(/^30 accounts and \d+ files/);
    expect((await shell('admin $B list')).stdout).toBe((await shell('admin $A list')).stdout);

    const cut = await shell('admin $A backup - | true; echo ${PIPESTATUS[0]}');
    expect(cut).toEqual({ stdout: '1\n', stderr: 'Whoever read the backup ended before it was complete.\n' });
    const file = join(folder, 'piped');
    const begun = await shell(
      `admin $A backup ${file} >&2; admin $C restore ${file} | true; echo \${PIPESTATUS[0]}`,
    );
    expect(begun.stdout).toBe('0\n');
    expect((await shell('admin $C list | wc -l')).stdout.trim()).toBe('30');

    const zip = await shell('admin $A export --zip - | head -c 2');
    expect(zip).toEqual({
      stdout: 'PK',
      stderr: expect.stringContaining('Standard output cannot be written (EPIPE)'),
    });
    await expect(shell('admin $A export --documents -')).rejects.toMatchObject({
      stderr: 'Standard output takes one file, not a folder: use --zip -.\n',
    });
    const answers = await shell(`echo '{"first_name": "Ada"}' | admin $A answer-link -`);
    expect(answers.stdout).toMatch(/\/about\?token=/);
    expect((await shell('admin $A list | head -n 1; echo ${PIPESTATUS[0]}')).stdout).toMatch(/\n0\n$/);
  },
);

const commands = [
  ['backup', file],
  ['show', 'ada@example.com'],
  ...['export', 'list', 'doctor', 'banner', 'requeue', 'retention', 'reseal'].map((name) => [name]),
];
testEach(commands)(
  '%s does not take a folder where nothing is yet for an installation, and makes nothing there',
  { short: 1, long: 2 },
  async (...words) => {
    const unused = join(folder, 'unused');
    expect(await runAdmin(unused, ...words)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in DATA_DIR ${unused}. Run this with the environment of the server, after its first start.\n`,
    });
    expect(existsSync(unused)).toBe(false);
  },
);

test('what prepares the first start makes the installation', { tags: 'slow' }, async () => {
  const fresh = join(folder, 'fresh');
  expect(await runAdmin(fresh, 'migrate')).toEqual({
    code: 0,
    stdout: 'The database is up to date.\n',
    stderr: '',
  });
  expect(await runAdmin(fresh, 'list')).toEqual({ code: 0, stdout: '', stderr: '' });
});

async function logIn(address: string): Promise<string> {
  const response = await fetch(`${address}/public/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'just.confirmed@applicant.example', password: SEED_PASSWORD }),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

function profile(address: string, cookie: string): Promise<Response> {
  return fetch(`${address}/api/profile`, { headers: { cookie } });
}

/** Exports all answers as JSON lines, and every document by its path. */
async function exported(dataDir: string, name: string) {
  const documents = join(folder, `${name}-documents`);
  const { code, stdout } = await runAdmin(dataDir, 'export', '--documents', documents);
  expect(code).toBe(0);
  const paths = readdirSync(documents, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.pdf'),
  );
  expect(paths.length).toBeGreaterThan(10);
  return { stdout, files: paths.toSorted().map((path) => [path, readFileSync(join(documents, path))]) };
}
