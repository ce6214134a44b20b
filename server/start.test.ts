import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { ADMIN, runAdmin, startServer, TestProcess } from './testing/process.ts';

const SLOW_MS = 60_000;
const root = mkdtempSync(join(tmpdir(), 'admissions-start-'));
const dataDir = join(root, 'data');
const servers: TestProcess[] = [];
/** A PostgreSQL like an operator's. */
const { host, user } = inject('postgres');

function start(env: Record<string, string> = {}): TestProcess {
  const server = startServer(dataDir, env);
  servers.push(server);
  return server;
}

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ host, user, database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test(
  'started by nohup, it outlives its terminal; started otherwise, it ends with it',
  { tags: 'slow' },
  async () => {
    const env = { DATA_DIR: join(root, 'nohup'), PORT: '0' };
    const program = process.env['TEST_SERVER'] ?? 'server/main.ts';
    const kept = new TestProcess(program, [], env, ['bash', '-c', 'nohup "$0" "$@"']);
    servers.push(kept);
    const address = await kept.address();
    kept.child.kill('SIGHUP');
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await kept.stop()).code).toBe(0);
    const other = new TestProcess(program, [], env);
    await other.address();
    expect((await other.stop('SIGHUP')).code).toBe(0);
  },
);

describe('a start that cannot be', () => {
  testEach([
    {
      name: 'a bad variable',
      env: { PORT: 'eighty' },
      says: /^The environment variable PORT must be .+\.\n$/,
      code: 78,
    },
    {
      name: 'a data folder that cannot be made',
      env: { DATA_DIR: '/proc/x' },
      says: /^DATA_DIR \/proc\/x cannot be used: .+\.\n$/,
      code: 78,
    },
    {
      name: 'a data folder open to everybody',
      env: { DATA_DIR: join(root, 'open') },
      says: /can be written by everybody/,
      code: 78,
    },
    {
      name: 'a database that is not there',
      env: { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
      says: /^The database at DATABASE_URL cannot be used: .*ECONNREFUSED.*\.\n$/,
      code: 1,
    },
    {
      name: 'a database that its server does not have',
      env: { DATABASE_URL: `postgres://${user}@/nosuch?host=${host}` },
      says: /^The database at DATABASE_URL cannot be used: database "nosuch" does not exist \(3D000\)\.\n$/,
      code: 1,
    },
    {
      name: 'a private database that nobody does the jobs of',
      env: { WORKERS: 'none' },
      says: /^The environment variable WORKERS must not be none without DATABASE_URL: .+\.\n$/,
      code: 78,
    },
    {
      name: 'a data folder that is a file',
      env: { DATA_DIR: join(root, 'file') },
      says: /^DATA_DIR .+ cannot be used/,
      code: 78,
    },
    {
      name: 'a data folder in use that everybody can read',
      env: { DATA_DIR: join(root, 'readable') },
      says: /^DATA_DIR .+readable can be read by everybody .+chmod 700/,
      code: 78,
    },
    {
      name: 'a database on a machine that is not there',
      env: { DATABASE_URL: 'postgres://database.invalid/x' },
      says: /^The database at DATABASE_URL cannot be used: getaddrinfo .+ database\.invalid\.\n$/,
      code: 1,
    },
    {
      name: 'a database in which this user may make nothing',
      env: { DATABASE_URL: `postgres://visitor@/postgres?host=${host}` },
      says: /^The database at DATABASE_URL cannot be used: permission denied for schema public \(42501\)\.\n$/,
      code: 1,
    },
  ])(
    'because of $name ends with one sentence and code $code',
    { short: 2, long: 5 },
    async ({ env, says, code: expected }) => {
      writeFileSync(join(root, 'file'), '');
      mkdirSync(join(root, 'open'), { recursive: true });
      // The umask reduces the mode given to mkdir.
      chmodSync(join(root, 'open'), 0o777);
      mkdirSync(join(root, 'readable/storage'), { recursive: true });
      chmodSync(join(root, 'readable'), 0o755);
      await asOwner('DO $$ BEGIN CREATE ROLE visitor LOGIN; EXCEPTION WHEN duplicate_object THEN END $$');
      const { code, stdout, stderr } = await start(env).ended;
      expect({ code, stdout, stderr }).toEqual({
        code: expected,
        stdout: '',
        stderr: expect.stringMatching(says),
      });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    },
  );

  test(
    'because the database is missing does not stop the other checks of doctor',
    { tags: 'long' },
    async () => {
      const env = { DATA_DIR: join(root, 'doctor'), DATABASE_URL: 'postgres://127.0.0.1:9/x' };
      const ill = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' };
      const { code, stdout, stderr } = await new TestProcess(ADMIN, ['doctor'], ill).ended;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^The database at DATABASE_URL cannot be used/),
      });
      for (const line of ['database: down', 'queue: down', 'storage: ok', 'mail: down', 'data: ']) {
        expect(`\n${stdout}`).toContain(`\n${line}`);
      }
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'as root, on the folder of another user, leaves that one as it is',
    async () => {
      const folder = join(root, 'others');
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, 12_345, 12_345);
      expect(await runAdmin(folder, 'migrate')).toEqual({
        code: 1,
        stdout: '',
        stderr: `DATA_DIR ${folder} belongs to the user with the number 12345; run this as that user, not as root.\n`,
      });
      const { uid, gid, mode } = statSync(folder);
      expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 12_345, gid: 12_345, mode: 0o700 });
      expect(readdirSync(folder)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'because the port is taken leaves no database running, and the next one works',
    { tags: 'slow' },
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await new Promise((ready) => other.once('listening', ready));
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const { code, stderr } = await start({ PORT: String(port) }).ended;
      other.close();
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining('is already in use'),
      });
      expect(readdirSync(join(dataDir, 'database/cluster'))).not.toContain('postmaster.pid');
    },
  );
});

describe('a start', () => {
  test(
    'says when other machines get the form without https, and when links in mails lead nowhere',
    { tags: 'slow' },
    async () => {
      const mails = { NODE_ENV: 'production', SMTP_URL: 'smtps://127.0.0.1:9' };
      const env = { HOST: '0.0.0.0', LOG_LEVEL: 'warn', ...mails };
      const server = start(env);
      await server.address();
      const { stdout } = await server.stop();
      expect(stdout).toMatch(/"level":40,.*"msg":"HOST 0\.0\.0\.0 .+ without https: .+PUBLIC_URL.+"/);
      expect(stdout).toMatch(/"level":40,.*"msg":"Links in mails lead to this machine: .+PUBLIC_URL\."/);
    },
  );

  test('says when the storage is that of another installation', { tags: 'long' }, async () => {
    const path = join(dataDir, 'storage/installation/server/id');
    const own = readFileSync(path, 'utf8');
    writeFileSync(path, 'of another installation');
    const server = start({ LOG_LEVEL: 'warn' });
    await server.address();
    const { stdout } = await server.stop();
    expect(stdout).toMatch(
      /"level":50,.*"msg":"The storage does not have the id of this database.+adopt-storage/,
    );
    expect(readFileSync(path, 'utf8')).toBe('of another installation');
    writeFileSync(path, own);
    const again = start({ LOG_LEVEL: 'warn' });
    await again.address();
    expect((await again.stop()).stdout).not.toContain('adopt-storage');
  });
});
