import { describe, expect, test } from 'vitest';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

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

  test('keeps of each account the logins that its profile tells, and no older ones', async () => {
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
    await context.retention.run();
    expect(await count('sessions')).toBe(1);
    expect((await visitor.get('/api/profile')).status).toBe(200);
    clock.advance(31 * DAY_MS);
    await context.retention.run();
    for (const table of ['sessions', 'tokens', 'tries', 'resets', 'confirmation_codes'])
      expect(await count(table)).toBe(0);
    expect(await count('answers')).toBe(1);
  });
});
