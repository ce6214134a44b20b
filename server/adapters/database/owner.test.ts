import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { killedTakeOver } from '#server/testing/killed-take-over.ts';
import { postgresPid } from '#server/testing/process.ts';
import { prepareDataDir } from '../data-dir.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { nobody, unprivilegedUser } from '../unprivileged-user.ts';
import { findBinaries } from './binaries.ts';
import { locateCluster } from './cluster.ts';
import { openDatabase } from './database.ts';
import { takeOver } from './owner.ts';
import { spawnPostgres } from './postgres-process.ts';

// Only root runs PostgreSQL as another user.
const own = unprivilegedUser('database');
const former = nobody();
const PATIENCE = { timeout: 10_000 };
/** The lock by which a server owns its database. */
const OWNER_LOCK = 7_204_118;

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(dataDir: string, role?: 'join') {
  prepareDataDir(dataDir);
  return openDatabase({ url: undefined, dataDir, poolSize: 2, log: silentLog, ...(role && { role }) });
}

/** Makes a data folder with a row in its database, and leaves it as an earlier release would. */
async function oldFolder(dataDir: string): Promise<void> {
  const database = await open(dataDir);
  await database.pool.query('CREATE TABLE kept AS SELECT 1 AS row');
  await database.close();
  giveBack(dataDir);
}

/** As docs/upgrade.md says, and as the previous release then does itself. */
function giveBack(dataDir: string): void {
  execFileSync('chown', ['-R', 'nobody:', join(dataDir, 'database')]);
  chownSync(dataDir, 0, former?.gid ?? 0);
  chmodSync(dataDir, 0o710);
}

/** The numbers of all users who own files of the database. */
function owners(dataDir: string): number[] {
  const { directory, socketDir } = locateCluster(dataDir);
  const found = execFileSync('find', [directory, socketDir, '-printf', '%U %G\n'], { encoding: 'utf8' });
  const { uid, gid } = statSync(dirname(directory));
  return [...new Set([uid, gid, ...found.trim().split(/\s/).map(Number)])];
}

/** Starts on the folder as a server does, and expects the written row, and only the database's own user. */
async function expectTakenOver(dataDir: string): Promise<void> {
  const database = await open(dataDir);
  try {
    expect((await database.pool.query('SELECT row FROM kept')).rows).toEqual([{ row: 1 }]);
    expect(owners(dataDir)).toEqual([own?.uid]);
    expect(statSync(`/proc/${postgresPid(dataDir)}`).uid).toBe(own?.uid);
  } finally {
    await database.close();
  }
}

/** Starts PostgreSQL as the previous release did, and returns a connection to it. */
async function startOldPostgres(dataDir: string) {
  const cluster = locateCluster(dataDir);
  const { postgres } = await findBinaries(former);
  const old = spawnPostgres({
    binary: postgres,
    cluster: { ...cluster, user: former, dataArgument: '.', socketArgument: cluster.socketDir },
    logFile: join(dataDir, 'postgres.log'),
    maxConnections: 60,
  });
  onTestFinished(async () => {
    old.stop('fast');
    await old.exited;
  });
  const connect = async () => {
    const client = new Client({ host: cluster.socketDir, user: 'admissions', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  await expect.poll(async () => (await connect()).end(), PATIENCE).toBeUndefined();
  return { cluster, client: await connect() };
}

test.runIf(own)(
  'PostgreSQL runs as a user that nothing else of the machine is, in a closed folder',
  async () => {
    const dataDir = temporary();
    const database = await open(dataDir);
    onTestFinished(() => database.close());

    const pid = postgresPid(dataDir);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const users = [pid, ...children].map((process) => statSync(`/proc/${process}`).uid);
    expect(new Set(users)).toEqual(new Set([own?.uid]));
    expect(readFileSync('/etc/passwd', 'utf8')).not.toContain(`:${own?.uid}:`);
    expect(owners(dataDir)).toEqual([own?.uid]);
    expect(statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40700 });
  },
);

describe.runIf(own)('the folder of a release that ran PostgreSQL as nobody', () => {
  const root = { dataDir: '' };
  beforeAll(async () => {
    const parent = mkdtempSync(join(tmpdir(), 'admissions-old-'));
    chmodSync(parent, 0o755);
    root.dataDir = join(parent, 'data');
    await oldFolder(root.dataDir);
    return () => rmSync(parent, { recursive: true });
  });

  /** Closes the folder above, and returns where the socket is then. */
  const closeParent = () => {
    chmodSync(dirname(root.dataDir), 0o700);
    const { socketDir } = locateCluster(root.dataDir);
    expect(dirname(socketDir)).toBe('/tmp');
    onTestFinished(() => {
      chmodSync(dirname(root.dataDir), 0o755);
      rmSync(socketDir, { recursive: true, force: true });
    });
    return socketDir;
  };

  test('is taken over with all its rows, and without what a link in it leads to', async () => {
    giveBack(root.dataDir);
    const [outside, link] = [temporary(), join(root.dataDir, 'database/cluster/link')];
    writeFileSync(join(outside, 'secret'), '');
    symlinkSync(outside, link);
    onTestFinished(() => rmSync(link));
    await expectTakenOver(root.dataDir);
    expect([outside, join(outside, 'secret')].map((path) => statSync(path).uid)).toEqual([0, 0]);
  });

  test.each([
    { path: 'database/socket', owner: 0 },
    { path: 'database/socket', owner: own?.uid ?? 0 },
    { path: 'database', owner: own?.uid ?? 0 },
    { path: 'database/cluster', owner: 0 },
    { path: 'database/cluster/global', owner: 0 },
    { path: 'database/cluster/global/pg_control', owner: own?.uid ?? 0 },
    { path: 'database/cluster/base/1', owner: own?.uid ?? 0 },
    { path: 'database/cluster/PG_VERSION', owner: own?.uid ?? 0 },
    { path: 'database/cluster', owner: own?.uid ?? 0 },
  ])(
    'is taken over by the next start after a kill before $path is given to $owner',
    async ({ path, owner }) => {
      giveBack(root.dataDir);
      expect(killedTakeOver(root.dataDir, path, owner)).toMatchObject({ signal: 'SIGKILL', stderr: '' });
      expect(owners(root.dataDir)).not.toEqual([own?.uid]);
      await expectTakenOver(root.dataDir);
    },
  );

  test('is taken over after a crash under a closed folder, where its socket was in /tmp', async () => {
    const socketDir = closeParent();
    giveBack(root.dataDir);
    const left = join(socketDir, '.s.PGSQL.5432.lock');
    writeFileSync(left, '4999999\n', { mode: 0o600 });
    execFileSync('chown', ['-R', 'nobody:', socketDir]);
    await expectTakenOver(root.dataDir);
    expect(existsSync(socketDir)).toBe(false);
    // From now on its socket is in a new place.
    chmodSync(dirname(root.dataDir), 0o755);
    await expectTakenOver(root.dataDir);
  });

  test('has no socket in a folder that nobody makes in /tmp once it is taken over', async () => {
    const socketDir = closeParent();
    await expectTakenOver(root.dataDir);
    mkdirSync(socketDir);
    execFileSync('chown', ['nobody:', socketDir]);
    await expect(open(root.dataDir)).rejects.toThrow(`${socketDir} belongs to another user`);
  });

  test('is replaced in all its rows if a killed server left its PostgreSQL running', async () => {
    giveBack(root.dataDir);
    const { client } = await startOldPostgres(root.dataDir);
    const before = postgresPid(root.dataDir);
    await client.query('CREATE TABLE IF NOT EXISTS last AS SELECT 2 AS row');
    await expectTakenOver(root.dataDir);
    expect(existsSync(`/proc/${before}`)).toBe(false);
  });

  test('is left alone while its server runs; a command uses that database', { tags: 'slow' }, async () => {
    giveBack(root.dataDir);
    const { client } = await startOldPostgres(root.dataDir);
    await client.query('SELECT pg_advisory_lock($1)', [OWNER_LOCK]);
    const before = postgresPid(root.dataDir);

    const command = await open(root.dataDir, 'join');
    expect((await command.pool.query('SELECT row FROM kept')).rows).toEqual([{ row: 1 }]);
    await command.close();
    await expect(open(root.dataDir)).rejects.toThrow('Another server is already running');

    expect(owners(root.dataDir)).toEqual([former?.uid]);
    // It writes its control file by path, so every folder on the way must still be open to it.
    await client.query('CHECKPOINT');
    expect(postgresPid(root.dataDir)).toBe(before);
    await client.end();
  });

  test('is left alone while a part of a killed PostgreSQL is alive', { tags: 'slow' }, async () => {
    giveBack(root.dataDir);
    const { cluster } = await startOldPostgres(root.dataDir);
    const pid = postgresPid(root.dataDir);
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
    process.kill(Number(child), 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    expect(takeOver(cluster)).toBe(false);
    await expect.poll(() => existsSync(`/proc/${pid}`), PATIENCE).toBe(false);
    expect(takeOver(cluster)).toBe(false);
    expect(owners(root.dataDir)).toEqual([former?.uid]);
    process.kill(Number(child), 'SIGKILL');
    await expect.poll(() => takeOver(cluster), PATIENCE).toBe(true);
    await expectTakenOver(root.dataDir);
  });
});
