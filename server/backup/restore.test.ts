import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { connect, type Database } from '#server/adapters/database/database.ts';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { startQueue } from '#server/adapters/queue.ts';
import { Secrets } from '#server/adapters/secrets.ts';
import { makeApplications } from '#server/domain/application/applications.ts';
import { openDeviceKeys } from '#server/domain/accounts/device-keys.ts';
import { documentsOf } from '#server/domain/documents/documents.ts';
import { adoptStorage, hasOwnStorage } from '#server/domain/documents/installation.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { migrate } from '#server/migrations/migrate.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { untilBlocked } from '#server/testing/blocked.ts';
import { useS3 } from '#server/testing/s3-stranger.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { readArchive, writeArchive, type ArchiveEntry } from './archive.ts';
import { backUp } from './back-up.ts';
import { isBackedUp } from './manifest.ts';
import { checkBackup } from './check-backup.ts';
import { requireEmpty, restore, UnknownOutcomeError } from './restore.ts';
import { tablesOf } from './tables.ts';

const server = useTestServer({
  hasWorkers: false,
  env: { SECRET_KEYS: 'a-secret-of-the-operator-'.repeat(2) },
});
const s3 = useS3();
const folder = mkdtempSync(join(tmpdir(), 'admissions-backup-'));
const path = join(folder, 'backup');
const usernames = ['grace.murray', 'li.xiaoming', 'waiting.files', 'just.confirmed'].map(
  (name) => `${name}@applicant.example`,
);
const emptied: Database[] = [];

beforeAll(async () => {
  const { context } = server();
  for (const seed of seedApplicants.filter(({ username }) => usernames.includes(username)))
    await makeSeeding(context).add(seed, 'Correct-Horse-7-Battery');
  await backUp({ ...context, keys: undefined }, path);
}, 60_000);
afterAll(async () => {
  for (const database of emptied) if (!database.pool.ended) await database.close();
  rmSync(folder, { recursive: true });
});

/** Makes an empty database, like an operator's new one. */
async function emptyDatabase(): Promise<Database> {
  const { host, user } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await server().context.database.pool.query(`CREATE DATABASE ${name}`);
  const database = connect({ host, user, database: name }, 4, silentLog);
  emptied.push(database);
  return database;
}

/** @param seen the same database, as the restore sees it */
async function restoreInto(database: Database, from = path, seen = database) {
  const { clock, context } = server();
  const checked = await checkBackup(from, context.env.SECRET_KEYS);
  await requireEmpty(database);
  await migrate(database.pool);
  const queue = await startQueue({
    connection: database.connection,
    log: silentLog,
    metrics: makeMetrics(),
    isWorker: false,
  });
  try {
    return await restore({ database: seen, storage: s3(), queue, clock, log: silentLog }, checked);
  } finally {
    await queue.stop();
  }
}

/** Copies the backup with some of its entries changed. */
async function changed(change: (entry: ArchiveEntry) => ArchiveEntry): Promise<string> {
  const other = join(folder, randomUUID());
  async function* entries() {
    for await (const entry of readArchive(path)) yield change(entry);
  }
  await writeArchive(other, entries());
  return other;
}

test('the tables of the migrations are the tables of the database', async () => {
  const { database } = server().context;
  const { rows } = await database.pool.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
  );
  const tables = await tablesOf(migrations, database);
  expect(tables.toSorted()).toEqual(rows.map(({ tablename }) => tablename).toSorted());
  expect(tables.indexOf('accounts')).toBeLessThan(tables.indexOf('applications'));
  expect(tables.indexOf('applications')).toBeLessThan(tables.indexOf('answers'));
});

test('everything is restored to another database and another storage, to the byte', async () => {
  const database = await emptyDatabase();
  expect(await restoreInto(database)).toEqual({ accounts: 4, files: 6, revoked: [] });

  const { pool } = server().context.database;
  for (const table of (await tablesOf(migrations, server().context.database))
    .filter(isBackedUp)
    .filter((name) => name !== 'audit')) {
    const every = `SELECT to_jsonb(t) - 'requested_at' - 'answers_revision' AS row FROM ${table} t ORDER BY to_jsonb(t)::text`;
    expect((await database.pool.query(every)).rows, table).toEqual((await pool.query(every)).rows);
  }
  const { rows } = await pool.query('SELECT pdf_key FROM documents WHERE pdf_key IS NOT NULL');
  expect(rows.length).toBeGreaterThan(2);
  for (const { pdf_key } of rows)
    expect(await s3().read(pdf_key)).toEqual(await server().context.storage.read(pdf_key));

  // Pending conversions are queued again.
  const { rows: jobs } = await database.pool.query(
    "SELECT data->>'generation' AS generation FROM pgboss.job WHERE name = 'convert-document'",
  );
  const { rows: waiting } = await pool.query(
    "SELECT generation FROM documents WHERE status IN ('UNPROCESSED', 'IN_PROGRESS')",
  );
  expect(jobs.map(({ generation }) => generation).toSorted()).toEqual(
    waiting.map(({ generation }) => generation).toSorted(),
  );

  // Sealed values open, and new audit entries continue the old numbering.
  const { clock, context } = server();
  const { queue, metrics } = context;
  const secrets = new Secrets(context.env.SECRET_KEYS ?? []);
  const applications = makeApplications({
    database,
    clock,
    queue,
    secrets,
    metrics,
    documentsOf,
    reportEvent: async () => {},
  });
  const { rows: accounts } = await pool.query("SELECT id FROM accounts WHERE username LIKE 'grace%'");
  expect((await applications.serviceView(accounts[0]?.id)).answer['ssn']).toBe('987-65-4320');
  const deviceKeyOf = await openDeviceKeys(database, secrets);
  expect(deviceKeyOf(accounts[0]?.id)).toBe(context.deviceKeyOf(accounts[0]?.id));
  const { rows: events } = await database.pool.query('SELECT event FROM audit ORDER BY id');
  expect(events.at(-1)?.event).toBe('restored');

  await database.close();
  const again = connect(database.connection, 2, silentLog);
  emptied.push(again);
  // The closed connections take a moment to end.
  await vi.waitFor(() => expect(requireEmpty(again)).rejects.toThrow('applicants here already'));
});

test('sessions, codes and counters of attempts are not restored', { tags: 'slow' }, async () => {
  const applicant = server().visitor();
  const login = { username: 'just.confirmed@applicant.example', password: 'Correct-Horse-7-Battery' };
  await applicant.post('/public/login', login);
  expect((await applicant.get('/api/profile')).status).toBe(200);
  const later = join(folder, 'later');
  await backUp({ ...server().context, keys: undefined }, later);
  const database = await emptyDatabase();
  await restoreInto(database, later);
  for (const table of ['sessions', 'tries', 'confirmation_codes', 'resets', 'installation'])
    expect((await database.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
});

test(
  'a restored database takes no storage of another installation for its own, and keeps the one it had',
  { tags: 'slow' },
  async () => {
    const { context } = server();
    const [original, bucket] = [context.storage, s3()];
    expect(await hasOwnStorage({ ...context, storage: original })).toBe(true);
    const database = await emptyDatabase();
    await restoreInto(database);
    expect(await hasOwnStorage({ database, storage: original })).toBe(false);
    expect(await hasOwnStorage({ database, storage: bucket })).toBe(true);

    const started = await emptyDatabase();
    await migrate(started.pool);
    await adoptStorage({ database: started, storage: bucket });
    await restoreInto(started);
    expect(await hasOwnStorage({ database: started, storage: bucket })).toBe(true);
  },
);

test('a document that vanished while the backup ran requires another upload', { tags: 'slow' }, async () => {
  const { rows } = await server().context.database.pool.query(
    "SELECT pdf_key FROM documents WHERE status = 'COMPLETED' ORDER BY pdf_key",
  );
  const lost: string = rows[0]?.pdf_key;
  const database = await emptyDatabase();
  await restoreInto(
    database,
    await changed((entry) => (entry.name === 'missing.json' ? listing(lost) : entry)),
  );
  const { rows: found } = await database.pool.query('SELECT message FROM documents WHERE pdf_key IS NULL');
  expect(found.map(({ message }) => message).join()).toContain('upload it again');
});

describe('a restore that is committed is not undone', () => {
  /** A database whose connection breaks after the commit, before its answer. */
  const breaking = (database: Database, alsoThen = async () => {}): Database => ({
    ...database,
    async longTransaction(work) {
      await database.longTransaction(work);
      await alsoThen();
      throw new Error('Connection terminated unexpectedly');
    },
  });
  async function finishedFiles(): Promise<string[]> {
    const { pool } = server().context.database;
    const { rows } = await pool.query('SELECT pdf_key FROM documents WHERE pdf_key IS NOT NULL');
    return rows.map(({ pdf_key }) => pdf_key);
  }
  async function expectAllFiles(): Promise<void> {
    for (const key of await finishedFiles()) expect(await s3().size(key)).toBeGreaterThan(0);
  }
  beforeEach(async () => {
    for (const key of await finishedFiles()) await s3().delete(key);
  });

  test('while somebody else works on a table', { tags: 'long' }, async () => {
    const database = await emptyDatabase();
    const other = new Client({ ...inject('postgres'), database: String(database.connection.database) });
    await other.connect();
    const locking = { ...database };
    locking.longTransaction = (work) =>
      database.longTransaction(async (transaction) => {
        const result = await work(transaction);
        // Waits for the commit, as a vacuum does, and then makes everybody else wait.
        void other.query('BEGIN; LOCK TABLE answers IN SHARE UPDATE EXCLUSIVE MODE').catch(() => undefined);
        await untilBlocked(database, 1);
        return result;
      });
    try {
      expect(await restoreInto(database, path, locking)).toEqual({ accounts: 4, files: 6, revoked: [] });
    } finally {
      await other.end();
    }
    await expectAllFiles();
  });

  test('when only the answer to the commit is missing', { tags: 'long' }, async () => {
    const database = await emptyDatabase();
    expect(await restoreInto(database, path, breaking(database))).toEqual({
      accounts: 4,
      files: 6,
      revoked: [],
    });
    await expectAllFiles();
  });

  test('when nobody can tell whether it is', { tags: 'slow' }, async () => {
    const database = await emptyDatabase();
    const breaksForGood = breaking(database, () => database.pool.end());
    const failed = restoreInto(database, path, breaksForGood);
    await expect(failed).rejects.toThrow(UnknownOutcomeError);
    await expect(failed).rejects.toThrow('may be complete');
    await expectAllFiles();
  });
});

describe('refused, with a sentence, and nothing is changed:', () => {
  test.each([
    { what: 'the first format', change: { version: 1 }, sentence: 'release 1.0.0' },
    { what: 'a later format', change: { version: 3 }, sentence: 'newer release' },
    {
      what: 'an unknown migration',
      change: { migrations: ['0001-base', '9999-moon'] },
      sentence: 'newer release',
    },
    {
      what: 'other secrets',
      change: { key_ids: ['000000000000'] },
      sentence: 'does not contain every secret',
    },
    { what: 'something else', change: { format: 'holiday-photos' }, sentence: 'damaged' },
  ])('$what', async ({ change, sentence }) => {
    const other = await changed(({ name, content }) => {
      if (name !== 'backup.json') return { name, content };
      return { name, content: Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...change })) };
    });
    await expect(checkBackup(other, server().context.env.SECRET_KEYS)).rejects.toThrow(sentence);
  });

  test('a restore without the secrets that the operator keeps', async () => {
    await expect(checkBackup(path, undefined)).rejects.toThrow('set SECRET_KEYS');
  });

  test('a restore beside a running server', async () => {
    await expect(requireEmpty(server().context.database)).rejects.toThrow('stop them first');
  });

  test(
    'a restore that fails at the very end: database and storage are as before',
    { tags: 'slow' },
    async () => {
      // Breaks the last entry, so that everything else has been written by then.
      const broken = await changed((entry) =>
        entry.name === 'missing.json' ? { ...entry, content: Buffer.from('"no list"') } : entry,
      );
      const database = await emptyDatabase();
      const key = `documents/${randomUUID()}/kept.pdf`;
      await s3().write(key, Buffer.from('kept'));
      await expect(restoreInto(database, broken)).rejects.toThrow();
      expect((await database.pool.query('SELECT FROM accounts')).rowCount).toBe(0);
      expect((await s3().read(key))?.toString()).toBe('kept');
      expect(await restoreInto(database)).toMatchObject({ accounts: 4 });
    },
  );
});

function listing(key: string): ArchiveEntry {
  return { name: 'missing.json', content: Buffer.from(JSON.stringify([key])) };
}
