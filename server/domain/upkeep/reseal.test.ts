import { expect, test } from 'vitest';
import { submit } from '#server/testing/submit.ts';
import { countingRows } from '#server/testing/counted-rows.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { Secrets, UnknownSecretError } from '#server/adapters/secrets.ts';
import { sealValue } from '#server/domain/application/answer-values.ts';
import { answersOf } from '#server/domain/application/application-rows.ts';
import { makeApplications } from '#server/domain/application/applications.ts';
import { documentsOf } from '#server/domain/documents/documents.ts';
import { resealAll } from './reseal.ts';
import { checkSecretMarks } from './secret-marks.ts';

const [old, fresh] = ['the-old-secret-'.repeat(3), 'the-fresh-secret-'.repeat(3)];
const server = useTestServer({ env: { SECRET_KEYS: old } });

test('after reseal the old secret can be dropped: drafts and submitted applications open with the new one alone', async () => {
  const draft = await server().applicant('draft@example.com');
  await draft.put('/api/answer', { answers: { ssn: '123-45-6789' } });
  const submitted = await server().applicant('submitted@example.com');
  await submit(submitted, { ssn: '987-65-4321' });
  const empty = await server().applicant('empty@example.com');
  await empty.put('/api/answer', { answers: { ssn: '' } });

  const { database, clock, queue, metrics, applicants } = server().context;
  const ids = await Promise.all(
    ['draft', 'submitted', 'empty'].map(
      async (name) => (await applicants.find(`${name}@example.com`))?.id ?? '',
    ),
  );
  const alone = new Secrets([fresh]);
  await expect(answersOf(database.kysely, alone, ids[0] ?? '')).rejects.toThrow(UnknownSecretError);
  await expect(checkSecretMarks(database, alone)).rejects.toThrow('written with another secret');

  // The operator puts both secrets into SECRET_KEYS, the new one first, then runs the command.
  const both = new Secrets([fresh, old]);
  await checkSecretMarks(database, both);
  expect(await resealAll({ database, secrets: both })).toBe(3);
  expect(await resealAll({ database, secrets: both })).toBe(0);

  await checkSecretMarks(database, alone);
  const applications = makeApplications({
    database,
    clock,
    queue,
    secrets: alone,
    metrics,
    documentsOf,
    reportEvent: async () => {},
  });
  const ssns = await Promise.all(ids.map(async (id) => (await applications.serviceView(id)).answer['ssn']));
  expect(ssns).toEqual(['123-45-6789', '987-65-4321', '']);
  const { rows } = await database.pool.query(
    "SELECT frozen->'answer'->>'ssn' AS ssn, account_id FROM submissions",
  );
  expect(alone.open(rows[0]?.ssn, `answers/${rows[0]?.account_id}/ssn`)).toBe('987-65-4321');
  const { rows: marks } = await database.pool.query('SELECT key_id FROM secret_marks');
  expect(marks).toEqual([{ key_id: alone.keyId }]);
});

test('links and codes of an older secret end, and those of the present one stay', async () => {
  const { database } = server().context;
  const { kysely } = database;
  const { id: account_id } = await server().account();
  const both = new Secrets([fresh, old]);
  const seeds = { old: new Secrets([old]).newSeed(), fresh: both.newSeed() };
  for (const [username, seed] of Object.entries(seeds)) {
    const row = { seed, expires_at: server().clock.now() };
    await kysely
      .insertInto('resets')
      .values({ ...row, account_id })
      .execute();
    await kysely
      .insertInto('confirmation_codes')
      .values({ ...row, username, tries: 0 })
      .execute();
  }
  await resealAll({ database, secrets: both });
  for (const table of ['resets', 'confirmation_codes'] as const)
    expect(await kysely.selectFrom(table).select('seed').execute()).toEqual([{ seed: seeds.fresh }]);
});

test('however many applications there are, a few at a time are read', { tags: 'slow' }, async () => {
  const { database } = server().context;
  const current = server().context.secrets;
  await database.pool.query(`
    WITH made AS (INSERT INTO accounts (id, username)
      SELECT gen_random_uuid(), 'many-' || n || '@example.com' FROM generate_series(1, 450) n RETURNING id)
    INSERT INTO applications (account_id, created_at, updated_at) SELECT id, now(), now() FROM made`);
  const { rows: ids } = await database.pool.query<{ account_id: string }>(
    "SELECT id AS account_id FROM accounts WHERE username LIKE 'many-%'",
  );
  await database.kysely
    .insertInto('answers')
    .values(
      ids.map(({ account_id }) => ({
        account_id,
        key: 'ssn',
        value: sealValue(current, account_id, 'ssn', '123-45-6789'),
        updated_at: server().clock.now(),
      })),
    )
    .execute();
  const { counting, rows } = countingRows(database);
  const both = new Secrets(['another-secret-'.repeat(3), fresh, old]);
  expect(await resealAll({ database: counting, secrets: both })).toBeGreaterThanOrEqual(450);
  expect(Math.max(...rows)).toBe(100);
  expect(await resealAll({ database: counting, secrets: both })).toBe(0);
});
