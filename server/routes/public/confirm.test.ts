import { describe, expect, test } from 'vitest';
import { Secrets } from '#server/adapters/secrets.ts';
import { clearRateLimits } from '#server/testing/clear-rate-limits.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

/** Returns a wrong code. */
const other = (code: string) => (code === '000000' ? '000001' : '000000');

describe('POST /public/confirm', () => {
  async function signedUp(username: string) {
    const person = server().visitor();
    await person.post('/public/signup', { username, password: PASSWORD });
    return { person, code: await server().mail.code(username) };
  }

  test('takes a pasted code with blanks, once', async () => {
    const username = 'paste@example.com';
    const { person, code } = await signedUp(username);
    const pasted = `${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await person.post('/public/confirm', { username, code: pasted })).status).toBe(200);
    // The first answer may have been lost. Whoever sends the code again has an account to log in to.
    expect(await person.post('/public/confirm', { username, code })).toMatchObject({
      status: 422,
      body: { errors: { code: [expect.stringContaining('If you used it, log in')] } },
    });
  });

  test('accepts a sign-up on a phone and its code on a laptop', async () => {
    const username = 'two-devices@example.com';
    const { code } = await signedUp(username);
    expect((await server().visitor().post('/public/confirm', { username, code })).status).toBe(200);
    expect((await server().visitor().post('/public/login', { username, password: PASSWORD })).status).toBe(
      200,
    );
  });

  test('refuses letters with the sentence of the specification', async () => {
    const refused = await server()
      .visitor()
      .post('/public/confirm', { username: 'x@example.com', code: '12ab56' });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { code: ['The confirmation code must be exactly 6 numbers.'] } },
    });
  });

  test('looks at five guesses of a hundred at once, and then not even at the right one', async () => {
    const username = 'guessed@example.com';
    const { person, code } = await signedUp(username);
    const guess = () =>
      server()
        .visitor()
        .post('/public/confirm', { username, code: other(code) });
    const statuses = (await Promise.all(Array.from({ length: 100 }, guess))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    const { rows } = await server().context.database.pool.query(
      'SELECT tries FROM confirmation_codes WHERE username = $1',
      [username],
    );
    expect(rows).toEqual([{ tries: 5 }]);
    await clearRateLimits(server());
    expect((await person.post('/public/confirm', { username, code })).status).toBe(422);
  });

  test('a resend sends the same code while it is good, and the tries at it still count', async () => {
    const { clock, context, mail, visitor } = server();
    const username = 'resent@example.com';
    const { person, code } = await signedUp(username);
    const guess = () => visitor().post('/public/confirm', { username, code: other(code) });
    const resent = async () => {
      await visitor().post('/public/resend-confirm', { username });
      return mail.code(username);
    };
    for (let tries = 0; tries < 4; tries += 1) expect((await guess()).status).toBe(422);
    clock.advance(9 * 60_000);
    expect(await resent()).toBe(code);
    // Ten minutes from the newest mail, as the mail says.
    clock.advance(9 * 60_000);
    expect(await resent()).toBe(code);
    expect((await guess()).status).toBe(422);
    // That was the fifth: the code is no longer valid, and the next mail has another.
    expect((await person.post('/public/confirm', { username, code })).status).toBe(422);
    const next = await resent();
    expect(next).not.toBe(code);
    clock.advance(10 * 60_000);
    expect((await person.post('/public/confirm', { username, code: next })).status).toBe(422);
    const last = await resent();
    expect(last).not.toBe(next);
    expect((await person.post('/public/confirm', { username, code: last })).status).toBe(200);
    expect(await context.accounts.isRegistered(username)).toBe(true);
  });

  test('refuses the code of another account, an old one, and one after ten minutes', async () => {
    const { clock, mail } = server();
    const [ada, bob] = [await signedUp('code-a@example.com'), await signedUp('code-b@example.com')];
    const wrongOwner = { username: 'code-a@example.com', code: bob.code };
    expect((await ada.person.post('/public/confirm', wrongOwner)).status).toBe(422);
    clock.advance(10 * 60_000);
    for (const username of ['code-a@example.com', 'code-b@example.com'])
      await ada.person.post('/public/resend-confirm', { username });
    const newest = await mail.code('code-a@example.com');
    const old = { username: 'code-a@example.com', code: ada.code };
    expect((await ada.person.post('/public/confirm', old)).status).toBe(422);
    expect((await ada.person.post('/public/confirm', { ...old, code: newest })).status).toBe(200);
    const late = { username: 'code-b@example.com', code: await mail.code('code-b@example.com') };
    clock.advance(10 * 60_000);
    expect((await bob.person.post('/public/confirm', late)).status).toBe(422);
  });

  test('refuses a code that was made with a removed secret, and accepts the one of a mail that waited', async () => {
    const { context } = server();
    const username = 'dropped-secret@example.com';
    const { person, code } = await signedUp(username);
    const seed = new Secrets(['a-dropped-secret-'.repeat(3)]).newSeed();
    const { kysely } = context.database;
    await kysely.updateTable('confirmation_codes').set({ seed }).where('username', '=', username).execute();
    expect(await person.post('/public/confirm', { username, code })).toMatchObject({
      status: 422,
      body: { errors: { code: [expect.stringContaining('ask for a new one')] } },
    });
    const fresh = await context.accounts.codeToMail(username);
    expect((await person.post('/public/confirm', { username, code: fresh })).status).toBe(200);
  });

  test.each([
    { name: 'tried too often', change: 'UPDATE confirmation_codes SET tries = 5 WHERE username = $1' },
    { name: 'deleted', change: 'DELETE FROM confirmation_codes WHERE username = $1' },
  ])('a mail that waited while its code was $name brings one that works', async ({ name, change }) => {
    const { context } = server();
    const username = `${name.replaceAll(' ', '-')}@example.com`;
    const { person } = await signedUp(username);
    await context.database.pool.query(change, [username]);
    const code = await context.accounts.codeToMail(username);
    expect((await person.post('/public/confirm', { username, code })).status).toBe(200);
  });

  test('answers an address that nobody signed up with like a wrong code', async () => {
    const { visitor } = server();
    const { code } = await signedUp('waiting@example.com');
    const [waiting, nobody] = [
      await visitor().post('/public/confirm', { username: 'waiting@example.com', code: other(code) }),
      await visitor().post('/public/confirm', { username: 'nobody@example.com', code: other(code) }),
    ];
    expect([nobody.status, nobody.text]).toEqual([waiting.status, waiting.text]);
  });

  test('stores code, password and address in the database only hashed or not at all', async () => {
    const username = 'at-rest@example.com';
    const { code } = await signedUp(username);
    const { pool } = server().context.database;
    for (const table of ['signups', 'confirmation_codes', 'pgboss.job', 'audit', 'tries']) {
      const { rows } = await pool.query(`SELECT * FROM ${table}`);
      const text = JSON.stringify(rows);
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toMatch(new RegExp(`"${code}"|\\b${code}\\b`));
    }
  });
});
