import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { isAlive } from './adapters/is-alive.ts';
import { ADMIN, postgresPid, runAdmin, startServer, TestProcess } from './testing/process.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const SLOW_MS = 60_000;
const root = mkdtempSync(join(tmpdir(), 'admissions-main-'));
const dataDir = join(root, 'data');
const servers: TestProcess[] = [];

function start(env: Record<string, string> = {}, folder = dataDir): TestProcess {
  const server = startServer(folder, env);
  servers.push(server);
  return server;
}

async function send(method: string, url: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

/** Returns the code from the only mail to an address, read from the developer's mailbox. */
async function codeFor(server: TestProcess, username: string): Promise<string> {
  const mailbox = await server.mailbox();
  return vi.waitFor(async () => {
    const mails = (await (await fetch(`${mailbox}.json`)).json()) as { to: string; text: string }[];
    const code = /\b\d{6}\b/.exec(mails.find(({ to }) => to === username)?.text ?? '')?.[0];
    if (code === undefined) throw new Error('not yet');
    return code;
  }, 20_000);
}

async function login(base: string, username: string): Promise<string> {
  const answer = await send('POST', `${base}/public/login`, { username, password: PASSWORD });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

async function profileOf(base: string, cookie: string) {
  const answer = await fetch(`${base}/api/profile`, { headers: { cookie } });
  return (await answer.json()) as { answer: Record<string, string> };
}

beforeAll(() => {
  mkdirSync(dataDir);
  // The mode that an operator's mkdir gives.
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a server on its data folder', () => {
  const username = 'ada@example.com';

  beforeAll(async () => {
    const server = startServer(dataDir);
    const base = await server.address();
    await send('POST', `${base}/public/signup`, { username, password: PASSWORD });
    await send('POST', `${base}/public/confirm`, { username, code: await codeFor(server, username) });
    await server.stop();
  }, SLOW_MS);

  test('nobody else on the machine can read the data folder', () => {
    expect(statSync(dataDir).mode & 0o007).toBe(0);
    for (const name of ['secret-keys', 'postgres.log'])
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
    for (const name of ['mail', 'database']) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
  });

  test('refuses a second one, continues, and stops cleanly with its database', { tags: 'slow' }, async () => {
    const server = start();
    const base = await server.address();
    const { code, stderr } = await start().ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Another server is already running on DATA_DIR/),
    });
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    const pid = postgresPid(dataDir);
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(isAlive(pid)).toBe(false);
  });

  testEach(['the server', 'the database', 'both'])(
    'has every acknowledged answer after a kill -9 of %s',
    { short: 1, long: 1 },
    async (victim) => {
      const server = start();
      let base = await server.address();
      let cookie = await login(base, username);
      const acknowledged = { city: '' };
      for (let n = 0; n < 40; n += 1) {
        const city = `${victim} ${n}`;
        const isSaved = await send(
          'PUT',
          `${base}/api/answer`,
          { answers: { city, zip: String(10_000 + n) } },
          cookie,
        )
          .then(({ ok }) => ok)
          .catch(() => false);
        if (isSaved) acknowledged.city = city;
        if (n === 20) {
          const pid = postgresPid(dataDir);
          if (victim !== 'the database') await server.stop('SIGKILL');
          if (victim !== 'the server') process.kill(pid, 'SIGKILL');
          if (victim !== 'the database') break;
        }
      }
      expect(acknowledged.city).not.toBe('');
      if (victim !== 'the database') {
        base = await start().address();
      } else {
        await vi.waitFor(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200), 20_000);
      }
      cookie = await login(base, username);
      const { answer } = await profileOf(base, cookie);
      expect(answer['city']).toBe(acknowledged.city);
      expect(Number(answer['zip']) - 10_000).toBe(Number(acknowledged.city.split(' ').at(-1)));
    },
  );

  test('recovers by itself when the first start is killed halfway', { tags: 'long' }, async () => {
    const folder = join(root, 'half');
    for (const delay of [80, 350, 700]) {
      const server = start({}, folder);
      await new Promise((later) => setTimeout(later, delay));
      await server.stop('SIGKILL');
    }
    // On a busy machine the `initdb` of a killed start outlives it, and writes while the next start cleans up.
    await vi.waitFor(async () => {
      const server = start({}, folder);
      const base = await server.address();
      expect((await fetch(`${base}/readyz`)).status).toBe(200);
      await server.stop();
      expect(readdirSync(join(folder, 'database')).filter((name) => name.includes('new'))).toEqual([]);
    }, SLOW_MS / 2);
  });

  test('does not start on a database that another secret has sealed', { tags: 'long' }, async () => {
    const keys = join(dataDir, 'secret-keys');
    const before = readFileSync(keys);
    writeFileSync(keys, `${'another-secret-'.repeat(3)}\n`);
    const { code, stderr } = await start().ended;
    writeFileSync(keys, before);
    expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringContaining('another secret') });
    await start().address();
  });

  describe('the operator’s command', () => {
    testEach(['beside a running server', 'without one'])(
      'works %s',
      { short: 0, long: 1 },
      async (situation) => {
        const server = situation.startsWith('beside') ? start() : undefined;
        await server?.address();
        const link = await runAdmin(dataDir, 'service-link', username);
        expect(link).toEqual({
          code: 0,
          stdout: expect.stringMatching(/^http:\/\/localhost:3100\/about\?service_token=[\w-]{43}\n$/),
          stderr: '',
        });
        expect((await runAdmin(dataDir, 'list')).stdout).toContain(username);
        const refused = await runAdmin(dataDir, 'service-link', 'nobody@example.com');
        expect(refused).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringContaining('nobody@example.com'),
        });
        const running = await start()
          .address()
          .catch(() => 'refused');
        expect(running === 'refused').toBe(server !== undefined);
      },
    );

    test('reports the state of each part, also as JSON', { tags: 'slow' }, async () => {
      const { code, stdout, stderr } = await runAdmin(dataDir, 'doctor');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const line of ['database: ok', 'queue: ok', 'storage: ok', 'mail: ok', 'queue send-mail: 0'])
        expect(`\n${stdout}`).toContain(`\n${line}`);
      expect(JSON.parse((await runAdmin(dataDir, 'doctor', '--json')).stdout)).toMatchObject({
        parts: { database: 'ok', queue: 'ok', storage: 'ok' },
        queues: { 'send-mail': { failed: 0 } },
      });
    });

    test('does not report a database with other secrets as down', { tags: 'long' }, async () => {
      const env = { DATA_DIR: dataDir, SECRET_KEYS: 'another-secret-'.repeat(3) };
      const { code, stdout, stderr } = await new TestProcess(ADMIN, ['doctor', '--json'], env).ended;
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('another secret') });
      const { parts } = JSON.parse(stdout);
      expect(parts).toMatchObject({ database: 'ok', storage: 'ok' });
      expect(parts).not.toHaveProperty('queue');
    });

    test('does not succeed when the disk that its output goes to is full', { tags: 'slow' }, async () => {
      const full = openSync('/dev/full', 'w');
      const command = [ADMIN, 'export'];
      const { status, stderr } = spawnSync(process.execPath, command, {
        env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir },
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      closeSync(full);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^The result could not be written completely \(ENOSPC.+\)\.\n$/),
      });
    });

    test('revokes a link from standard input', { tags: 'long' }, async () => {
      const { stdout: link } = await runAdmin(dataDir, 'service-link', username);
      const revoke = () =>
        spawnSync(process.execPath, [ADMIN, 'revoke', '-'], {
          env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir },
          input: link,
          encoding: 'utf8',
        });
      expect(revoke()).toMatchObject({ status: 0, stdout: 'Revoked 1 link.\n', stderr: '' });
      expect(revoke()).toMatchObject({ status: 1, stderr: 'This link or key is not valid.\n' });
    });

    test('prints a link for the answers of a file', { tags: 'long' }, async () => {
      const file = join(root, 'answers.json');
      const submitted = { first_name: 'Ada', submit_date: '2026-11-20T14:05:00.000Z' };
      writeFileSync(file, JSON.stringify({ username: 'ada@example.com', answer: submitted }));
      const { stdout } = await runAdmin(dataDir, 'answer-link', file);
      const base = await start().address();
      const token = new URL(stdout.trim()).searchParams.get('token') ?? '';
      expect(await (await fetch(`${base}/public/tmp?token=${token}`)).json()).toEqual({
        answer: { first_name: 'Ada' },
      });
      writeFileSync(file, JSON.stringify({ shoe_size: '38' }));
      expect(await runAdmin(dataDir, 'answer-link', file)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('shoe_size'),
      });
    });
  });
});
