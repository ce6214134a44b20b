import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#server/adapters/database/database.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { Secrets } from '#server/adapters/secrets.ts';
import { makeApplications } from '#server/domain/application/applications.ts';
import { openDeviceKeys } from '#server/domain/accounts/device-keys.ts';
import { documentsOf } from '#server/domain/documents/documents.ts';
import { adoptStorage, hasOwnStorage } from '#server/domain/documents/installation.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { migrate } from '#server/migrations/migrate.ts';
import { useBackup } from '#server/testing/backup.ts';
import { backUp } from './back-up.ts';
import { isBackedUp } from './manifest.ts';
import { requireEmpty } from './restore.ts';
import { tablesOf } from './tables.ts';

const { server, s3, path, emptyDatabase, restoreInto, changed } = useBackup(
  'grace.murray',
  'li.xiaoming',
  'waiting.files',
  'just.confirmed',
);

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
  onTestFinished(() => again.close());
  // The closed connections take a moment to end.
  await vi.waitFor(() => expect(requireEmpty(again)).rejects.toThrow('applicants here already'));
});

test('sessions, codes and counters of attempts are not restored', { tags: 'slow' }, async () => {
  const applicant = server().visitor();
  const login = { username: 'just.confirmed@applicant.example', password: 'Correct-Horse-7-Battery' };
  await applicant.post('/public/login', login);
  expect((await applicant.get('/api/profile')).status).toBe(200);
  const later = `${path}-later`;
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
    await changed((entry) =>
      entry.name === 'missing.json' ? { ...entry, content: Buffer.from(JSON.stringify([lost])) } : entry,
    ),
  );
  const { rows: found } = await database.pool.query('SELECT message FROM documents WHERE pdf_key IS NULL');
  expect(found.map(({ message }) => message).join()).toContain('upload it again');
});
