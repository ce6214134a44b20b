import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileMailer, smtpMailer } from '#server/adapters/mail.ts';
import { countingRows } from '#server/testing/counted-rows.ts';
import { planOf } from '#server/testing/plan-of.ts';
import { PASSWORD, startTestServer, useTestServer } from '#server/testing/test-server.ts';
import { BATCH_ROWS, olderThan } from '#server/domain/ground/delete-in-batches.ts';
import { makeRetention } from './retention.ts';

const server = useTestServer();
const DAY_MS = 86_400_000;

async function count(table: string): Promise<number> {
  const { rows } = await server().context.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0].n;
}

describe('retention', () => {
  test('deletes sign-ups that were never confirmed, after 30 days', async () => {
    const { clock, context, visitor, mail } = server();
    await visitor().post('/public/signup', { username: 'never@example.com', password: PASSWORD });
    await mail.code('never@example.com');
    clock.advance(29 * DAY_MS);
    await context.retention.run();
    expect(await count('signups')).toBe(1);
    clock.advance(2 * DAY_MS);
    expect(await context.retention.run()).toMatchObject({ signups: 1, confirmation_codes: 0 });
    expect(await count('signups')).toBe(0);
  });

  test('keeps the logins that an account’s profile has, and no older ones', async () => {
    const { clock, context, account } = server();
    const often = await account('often@example.com');
    const seldom = await account('seldom@example.com');
    const { kysely } = context.database;
    const login = (account_id: string, daysAgo: number) => ({
      account_id,
      logged_in_at: new Date(clock.now().getTime() - daysAgo * DAY_MS),
    });
    const earlier = Array.from({ length: 205 }, (_, index) => login(often.id, index));
    await kysely
      .insertInto('logins')
      .values([...earlier, login(seldom.id, 1000)])
      .execute();
    const told = (await context.applications.profile(often)).successful_login;
    expect(told).toHaveLength(200);
    expect(await context.retention.run()).toMatchObject({ logins: 5 });
    expect((await context.applications.profile(often)).successful_login).toEqual(told);
    expect(await count('logins')).toBe(201);
    expect(await context.retention.run()).toMatchObject({ logins: 0 });
  });

  test('deletes what has ended and keeps what is good', async () => {
    const { clock, context, applicant } = server();
    const username = 'kept@example.com';
    const visitor = await applicant(username);
    await visitor.put('/api/answer', { answers: { first_name: 'Kept' } });
    const found = await context.applicants.find(username);
    await context.tokens.issueServiceToken(found?.id ?? '', 1000);
    await context.officeLinks.issue('Nora Clerk', 1000);
    await context.retention.run();
    expect(await count('sessions')).toBe(1);
    expect((await visitor.get('/api/profile')).status).toBe(200);
    clock.advance(31 * DAY_MS);
    await context.retention.run();
    for (const table of ['sessions', 'tokens', 'office_links', 'tries', 'resets', 'confirmation_codes'])
      expect(await count(table)).toBe(0);
    expect(await count('answers')).toBe(1);
  });

  test('ends after a flood, in batches', async () => {
    const { context, clock, account } = server();
    const { database } = context;
    const { id } = await account('flood@example.com');
    const flood = 3 * BATCH_ROWS + 7;
    const old = new Date(clock.now().getTime() - 500 * DAY_MS);
    for (const statement of [
      `INSERT INTO tries SELECT 'flood/' || n, 1, $1::timestamptz FROM generate_series(1, ${flood}) n`,
      `INSERT INTO audit (happened_at, event) SELECT $1::timestamptz, 'login-failed' FROM generate_series(1, ${flood})`,
      `INSERT INTO signups SELECT gen_random_uuid(), n || '@example.com', '', '', $1::timestamptz FROM generate_series(1, ${flood}) n`,
    ])
      await database.pool.query(statement, [old]);
    await database.pool.query(
      `INSERT INTO logins SELECT $1, $2::timestamptz + n * interval '1 second' FROM generate_series(1, ${flood + 200}) n`,
      [id, old],
    );
    const { counting, rows } = countingRows(database);
    const { deleteMails } = context;
    const retention = makeRetention({
      database: counting,
      clock,
      deleteMails,
      unconfirmedDays: 30,
      shredder: context.shredder,
    });
    expect(await retention.run()).toMatchObject({
      tries: flood,
      audit: flood,
      signups: flood,
      logins: flood,
    });
    expect(Math.max(...rows)).toBe(BATCH_ROWS);
    const signal = AbortSignal.abort();
    expect(await retention.run(signal)).toMatchObject({ tries: 0, audit: 0, signups: 0, logins: 0 });
  }, 60_000);

  test('leaves counters that somebody is using, instead of waiting for them', async () => {
    const { context, clock } = server();
    const { database, retention } = context;
    const old = new Date(clock.now().getTime() - DAY_MS);
    await database.pool.query("INSERT INTO tries VALUES ('held', 1, $1), ('free', 1, $1)", [old]);
    await database.transaction(async (transaction) => {
      await sql`SELECT FROM tries WHERE bucket = 'held' FOR UPDATE`.execute(transaction);
      expect(await retention.run()).toMatchObject({ tries: 1 });
    });
    expect(await retention.run()).toMatchObject({ tries: 1 });
  });

  test.each([
    ['signups', 'created_at'],
    ['confirmation_codes', 'expires_at'],
    ['resets', 'expires_at'],
    ['sessions', 'created_at'],
    ['tries', 'resets_at'],
    ['tokens', 'expires_at'],
    ['office_links', 'expires_at'],
    ['audit', 'happened_at'],
    ['office_people', 'last_used_at'],
    ['uploads', 'created_at'],
    ['void_places', 'voided_at'],
  ] as const)('finds what is old of %s by an index', async (table, column) => {
    const { database } = server().context;
    const query = olderThan(table, column, new Date()).compile(database.kysely);
    expect(await planOf(database, query, { tables: [table] })).toContain(`Index Cond: (${column} <`);
  });

  test('deletes mails stored as files after 30 days, also once there is a mail server', async () => {
    const from = 'Admissions <admissions@example.edu>';
    const mail = smtpMailer('smtp://127.0.0.1:9', from, 'off');
    const here = await startTestServer({ overrides: { mail }, hasWorkers: false });
    onTestFinished(() => here.close());
    const { clock, context, dataDir } = here;
    const folder = join(dataDir, 'mail');
    const stored = fileMailer(folder, from);
    for (const id of ['old', 'new'])
      await stored.send({ to: `${id}@example.com`, subject: 'A mail', text: 'Hello' }, id);
    writeFileSync(join(folder, '.killed.eml.part'), 'half a mail');
    for (const name of readdirSync(folder)) {
      const days = name.endsWith('-new.eml') ? 29 : 31;
      const time = new Date(clock.now().getTime() - days * DAY_MS);
      utimesSync(join(folder, name), time, time);
    }
    expect(await context.retention.run()).toMatchObject({ mails: 2 });
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/-new\.eml$/)]);
  });
});
