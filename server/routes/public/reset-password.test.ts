import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { Secrets } from '#server/adapters/secrets.ts';
import { makePasswords } from '#server/domain/accounts/passwords.ts';
import { untilBlocked } from '#server/testing/blocked.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });
const CHOSEN = 'A-New-Password-2-Use';

async function link(username: string): Promise<string> {
  await server().visitor().post('/public/forgot-password', { username });
  return server().mail.resetId(username);
}
async function reset(username: string, id: string, password = CHOSEN) {
  return server()
    .visitor()
    .post('/public/reset-password', { username, id, password, confirm_password: password });
}
async function login(username: string, password: string): Promise<number> {
  return (await server().visitor().post('/public/login', { username, password })).status;
}

describe('choosing a new password by a link', () => {
  test('ends every session, tells the owner, and logs nobody in', async () => {
    const { applicant, mail } = server();
    const username = 'forgetful@example.com';
    const elsewhere = await applicant(username);
    const answer = await reset(username, await link(username));
    expect(answer).toMatchObject({ status: 200, cookies: [] });
    expect((await elsewhere.get('/api/profile')).status).toBe(401);
    expect(await login(username, PASSWORD)).toBe(401);
    expect(await login(username, CHOSEN)).toBe(200);
    await mail.next(username, ({ subject }) => subject.includes('password was changed'));
  });

  test('leads to the configured address, whatever the Host header says', async () => {
    const username = 'host@example.com';
    await server().applicant(username);
    await server()
      .visitor({ host: 'evil.example', 'x-forwarded-host': 'evil.example' })
      .post('/public/forgot-password', { username });
    const { text } = await server().mail.next(username, ({ subject }) =>
      subject.includes('choose a new password'),
    );
    expect(text).toContain('https://apply.example.edu/reset?username=host%40example.com&id=');
    expect(text).not.toContain('evil');
  });

  test('tells the owner of a sign-up that is not confirmed what to do, and nobody else anything', async () => {
    const { mail, visitor } = server();
    const username = 'unconfirmed@example.com';
    await visitor().post('/public/signup', { username, password: PASSWORD });
    const answers = await Promise.all(
      [username, 'nobody@example.com'].map((asked) =>
        visitor().post('/public/forgot-password', { username: asked }),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body });
    const { text } = await mail.next(username, ({ subject }) => subject.includes('not finished'));
    expect(text).toContain('https://apply.example.edu/confirm');
    expect(text).toContain('sign up again at https://apply.example.edu/signup');
    expect(text).not.toMatch(/\d{6}/);
    expect(mail.sent.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  test('a reset link works once, and uses up the other links of the account', async () => {
    const username = 'two-links@example.com';
    await server().applicant(username);
    const [first, second] = [await link(username), await link(username)];
    expect((await reset(username, first)).status).toBe(200);
    expect((await reset(username, first)).status).toBe(422);
    expect((await reset(username, second)).status).toBe(422);
  });

  test('a used reset link does not become valid again when its mail is sent a second time', async () => {
    const { applicant, clock, context } = server();
    const username = 'sent-twice@example.com';
    await applicant(username);
    const askedAt = clock.now().toISOString();
    const id = await link(username);
    const { rows } = await context.database.pool.query<{ seed: string }>('SELECT seed FROM resets');
    const mails = rows.map(({ seed }) => ({ kind: 'reset', username, seed, askedAt }) as const);
    clock.advance(1000);
    expect((await reset(username, id)).status).toBe(200);
    for (const mail of mails) expect(await context.accounts.resetIdToMail(mail)).toBeUndefined();
    expect((await reset(username, id)).status).toBe(422);
  });

  test('a reset link that is used while its mail is sent a second time does not become valid again', async () => {
    const { applicant, clock, context } = server();
    const username = 'sent-while-used@example.com';
    await applicant(username);
    const askedAt = clock.now().toISOString();
    await link(username);
    clock.advance(1000);
    const ofAccount = '(SELECT id FROM accounts WHERE username = $1)';
    const user = await context.database.pool.connect();
    const { rows } = await user.query(`SELECT seed FROM resets WHERE account_id = ${ofAccount}`, [username]);
    await user.query('BEGIN');
    const used = [username, clock.now()];
    await user.query('UPDATE accounts SET password_changed_at = $2 WHERE username = $1', used);
    await user.query(`DELETE FROM resets WHERE account_id = ${ofAccount}`, [username]);
    const id = context.accounts.resetIdToMail({ kind: 'reset', username, seed: rows[0]?.seed, askedAt });
    await untilBlocked(context.database, 1);
    await user.query('COMMIT');
    user.release();
    expect(await id).toBeUndefined();
  });

  test('a reset link that is used twice at once sets one password', async () => {
    const username = 'race@example.com';
    await server().applicant(username);
    const id = await link(username);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => reset(username, id, `${CHOSEN}-${n}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  test('two links of one account that are used at once set one password', async () => {
    const { applicant, context } = server();
    const username = 'two-at-once@example.com';
    await applicant(username);
    const ids = [await link(username), await link(username)];
    const holder = await context.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM resets FOR UPDATE');
    const answers = Promise.all(ids.map((id) => reset(username, id)));
    await untilBlocked(context.database, 2);
    await holder.query('COMMIT');
    holder.release();
    expect((await answers).map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('a link that was made with a removed secret is invalid, and the others stay valid', async () => {
    const { applicant, context } = server();
    const username = 'dropped-secret@example.com';
    await applicant(username);
    const { kysely } = context.database;
    const account = kysely.selectFrom('accounts').select('id').where('username', '=', username);
    const dropped = new Secrets(['a-dropped-secret-'.repeat(3)]);
    const seed = dropped.newSeed();
    const expires_at = new Date(server().clock.now().getTime() + 60_000);
    const row = { seed, account_id: (await account.executeTakeFirstOrThrow()).id, expires_at };
    await kysely.insertInto('resets').values(row).execute();
    const foreign = dropped.derive(seed, 'password reset').toString('base64url');
    expect((await reset(username, foreign)).status).toBe(422);
    expect((await reset(username, await link(username))).status).toBe(200);
  });

  test('a mail that was requested before its secret was removed has a valid link', async () => {
    const { applicant, clock, context } = server();
    const username = 'dropped-while-queued@example.com';
    await applicant(username);
    const seed = new Secrets(['a-dropped-secret-'.repeat(3)]).newSeed();
    const askedAt = clock.now().toISOString();
    const id = await context.accounts.resetIdToMail({ kind: 'reset', username, seed, askedAt });
    expect((await reset(username, id ?? '')).status).toBe(200);
  });

  test('is not used up by a password that is refused, nor by looking at the page', async () => {
    const username = 'scanner@example.com';
    await server().applicant(username);
    const id = await link(username);
    await server().visitor().get(`/reset?username=${username}&id=${id}`);
    expect((await reset(username, id, 'weak')).status).toBe(422);
    expect((await reset(username, id)).status).toBe(200);
  });

  test('refuses a password that is easy to guess, and the link stays valid', async () => {
    const username = 'guessable@example.com';
    await server().applicant(username);
    const id = await link(username);
    for (const password of ['Password123!', 'Guessable-2026', `${tenant.name} 2026!`]) {
      const refused = await reset(username, id, password);
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { password: [expect.stringContaining('easy to guess')] } },
      });
    }
    expect((await reset(username, id)).status).toBe(200);
  });

  test('nobody who has such a password already is locked out', async () => {
    const { id, username } = await server().account();
    const password_hash = await makePasswords({ memoryKib: 64 }).hash('Password123!');
    await server()
      .context.database.kysely.updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', id)
      .execute();
    expect(await login(username, 'Password123!')).toBe(200);
  });

  test('a reset link belongs to one account, and ends when its mail says so, after an hour', async () => {
    const [ada, bob] = ['link-a@example.com', 'link-b@example.com'];
    await server().applicant(ada);
    await server().applicant(bob);
    await server().visitor().post('/public/forgot-password', { username: ada });
    const { text } = await server().mail.next(ada, ({ subject }) => subject.includes('new password'));
    const [, id = ''] = /&id=(\S+)/.exec(text) ?? [];
    expect(text).toContain('within 60 minutes');
    expect((await reset(bob, id)).status).toBe(422);
    expect((await reset('nobody@example.com', id)).status).toBe(422);
    server().clock.advance(3_600_000);
    expect((await reset(ada, id)).status).toBe(422);
    expect(await login(ada, PASSWORD)).toBe(200);
  });

  test('choosing a new password requires it twice', async () => {
    const refused = await server().visitor().post('/public/reset-password', {
      username: 'x@example.com',
      id: 'x',
      password: CHOSEN,
      confirm_password: 'different',
    });
    expect(refused.body.errors).toEqual({ confirm_password: ['passwords must match'] });
  });
});
