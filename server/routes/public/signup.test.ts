import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { clearRateLimits } from '#server/testing/clear-rate-limits.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const GUESSABLE =
  'This password is easy to guess. A common word, a word of this form, your email address or our name is not enough, even with numbers and special characters around it. Please choose another one.';

async function login(username: string, password: string): Promise<number> {
  return (await server().visitor().post('/public/login', { username, password })).status;
}

describe('POST /public/signup', () => {
  test('answers known and unknown addresses alike, and tells the owner by mail', async () => {
    const { mail, visitor, applicant } = server();
    const known = 'known@example.com';
    await applicant(known);
    const [forKnown, forUnknown] = [
      await visitor().post('/public/signup', { username: known, password: 'Another-Password-1' }),
      await visitor().post('/public/signup', {
        username: 'unknown@example.com',
        password: 'Another-Password-1',
      }),
    ];
    expect(forKnown.text).toBe(forUnknown.text);
    expect(forKnown.status).toBe(forUnknown.status);
    expect(Object.keys(forKnown.headers)).toEqual(Object.keys(forUnknown.headers));
    expect(forKnown.cookies.map(({ name }) => name)).toEqual(forUnknown.cookies.map(({ name }) => name));
    const told = await mail.next(known, ({ subject }) => subject.includes('already have an account'));
    expect(told.text).not.toMatch(/\b\d{6}\b/);
    expect(await login(known, 'Another-Password-1')).toBe(403);
    expect(await login(known, PASSWORD)).toBe(200);
  });

  test.each([
    { password: 'Short-1', says: 'is at least 12 characters' },
    { password: 'no-uppercase-1', says: 'contains at least one uppercase letter' },
    { password: ' Leading-Blank-1', says: 'contains no leading or trailing whitespace' },
    { password: `Aa1-${'x'.repeat(300)}`, says: 'Password is at most 256 characters.' },
    { password: 'Password123!', says: GUESSABLE },
    { password: `${tenant.name} 2026!`, says: GUESSABLE },
    { password: 'Weak@Example.com1', says: GUESSABLE },
    { password: 'Half-A-Pair-1\uD800', says: 'contains a character that cannot be saved' },
  ])('refuses the password $password', async ({ password, says }) => {
    const refused = await server()
      .visitor()
      .post('/public/signup', { username: 'weak@example.com', password });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.password).toContain(says);
  });

  test.each([
    'plain',
    'two@at@example.com',
    'crlf@example.com\r\nBcc: all@example.com',
    '"quoted"@example.com\n',
    `${'x'.repeat(250)}@example.com`,
    '',
  ])('refuses the address %j', async (username) => {
    const refused = await server().visitor().post('/public/signup', { username, password: PASSWORD });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { username: ['Your email address must be valid.'] } },
    });
  });

  test.each([
    { kind: 'of 256 characters', password: `A1-${'y'.repeat(253)}` },
    { kind: 'with spaces', password: 'Pass phrase with spaces 1!' },
    { kind: 'with an emoji', password: 'Zoë-Emoji-🎓-Pass-1' },
    { kind: 'with a NUL', password: 'NUL-in-\u0000-Password-1' },
  ])('takes a password $kind exactly', async ({ kind, password }) => {
    const { visitor, mail } = server();
    const username = `${kind.replaceAll(' ', '-').toLowerCase()}@example.com`;
    const person = visitor();
    await person.post('/public/signup', { username, password });
    await person.post('/public/confirm', { username, code: await mail.code(username) });
    expect(await login(username, password.slice(0, -1))).toBe(401);
    expect(await login(username, `${password}x`)).not.toBe(200);
    expect(await login(username, password)).toBe(200);
  });

  test('makes one account of an address however it is typed', async () => {
    const { applicant } = server();
    await applicant('one.account+grad@example.com');
    expect(await login('  ONE.Account+Grad@Example.COM ', PASSWORD)).toBe(200);
  });
});

describe('another password before the address is confirmed', () => {
  const theirs = 'Attackers-Password-1';

  test.each(['before the owner', 'after the owner'])(
    'never becomes the password: attacker %s',
    async (order) => {
      const { visitor, mail } = server();
      const username = `${order.slice(0, 6).trim()}-hijack@example.com`;
      const [owner, attacker] = [visitor(), visitor()];
      const signups = [
        () => owner.post('/public/signup', { username, password: PASSWORD }),
        () => attacker.post('/public/signup', { username, password: theirs }),
      ];
      if (order.startsWith('before')) signups.reverse();
      const codes: string[] = [];
      for (const signup of signups) {
        await signup();
        codes.push(await mail.code(username));
      }
      expect((await owner.post('/public/confirm', { username, code: codes.at(-1) ?? '' })).status).toBe(200);
      expect(await login(username, theirs)).toBe(403);
      expect(await login(username, PASSWORD)).toBe(200);
    },
  );

  test('leaves no password at all when the code is entered in a third browser', async () => {
    const { visitor, mail } = server();
    const username = 'third-browser@example.com';
    await visitor().post('/public/signup', { username, password: PASSWORD });
    await mail.code(username);
    await visitor().post('/public/signup', { username, password: theirs });
    const confirmed = await visitor().post('/public/confirm', { username, code: await mail.code(username) });
    expect(confirmed).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('choose one') },
    });
    expect(await login(username, theirs)).toBe(403);
    expect(await login(username, PASSWORD)).toBe(403);
    const id = await mail.resetId(username);
    const chosen = 'Chosen-By-The-Owner-1';
    await visitor().post('/public/reset-password', {
      username,
      password: chosen,
      confirm_password: chosen,
      id,
    });
    expect(await login(username, chosen)).toBe(200);
  });

  test.each([
    { name: 'before the owner', order: [theirs, PASSWORD] },
    { name: 'after the owner', order: [PASSWORD, theirs] },
  ])('never becomes the password where both use one browser: attacker $name', async ({ name, order }) => {
    const { visitor, mail } = server();
    const username = `shared-${name.slice(0, 5)}@example.com`;
    const shared = visitor();
    const codes: string[] = [];
    for (const password of order) {
      await shared.post('/public/signup', { username, password });
      codes.push(await mail.code(username));
    }
    const confirmed = await shared.post('/public/confirm', { username, code: codes.at(-1) ?? '' });
    expect(confirmed.body.message).toContain('choose one');
    expect(await login(username, theirs)).toBe(403);
    expect(await mail.resetId(username)).not.toBe('');
  });

  test('never becomes the password by a mark that the attacker left behind with another address', async () => {
    const { visitor, mail } = server();
    const username = 'marked@example.com';
    const [owner, shared, attacker] = [visitor(), visitor(), visitor()];
    await shared.post('/public/signup', { username: 'attacker@example.com', password: theirs });
    for (const [cookie, value] of shared.cookies) attacker.cookies.set(cookie, value);
    await attacker.post('/public/signup', { username, password: theirs });
    await mail.code(username);
    await owner.post('/public/signup', { username, password: PASSWORD });
    // The owner has signed up on a phone, and enters the code on the shared computer.
    await shared.post('/public/confirm', { username, code: await mail.code(username) });
    expect(await login(username, theirs)).toBe(403);
  });

  test('does not disturb two sign-ups of the owner with one password', async () => {
    const { visitor, mail } = server();
    const username = 'in-between@example.com';
    const [owner, attacker] = [visitor(), visitor()];
    for (const [person, password] of [
      [owner, PASSWORD],
      [attacker, theirs],
      [owner, PASSWORD],
    ] as const)
      await person.post('/public/signup', { username, password });
    for (let old = 0; old < 2; old += 1) await mail.code(username);
    await owner.post('/public/confirm', { username, code: await mail.code(username) });
    expect(await login(username, PASSWORD)).toBe(200);
    expect(await login(username, theirs)).toBe(403);
  });

  test('signing up twice with the same password counts once', async () => {
    const { visitor, mail } = server();
    const username = 'twice@example.com';
    await visitor().post('/public/signup', { username, password: PASSWORD });
    await mail.code(username);
    await visitor().post('/public/signup', { username, password: PASSWORD });
    await visitor().post('/public/confirm', { username, code: await mail.code(username) });
    expect(await login(username, PASSWORD)).toBe(200);
  });
});

describe('the mark of the browser that signs up', () => {
  const MARK = 'admissions-signup';

  test('is one for each address', async () => {
    const person = server().visitor();
    const markFor = async (username: string) => {
      await person.post('/public/signup', { username, password: PASSWORD });
      return person.cookies.get(MARK);
    };
    const first = await markFor('mark-a@example.com');
    expect(await markFor('mark-a@example.com')).toBe(first);
    expect(await markFor('mark-b@example.com')).not.toBe(first);
    expect(first).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
  });

  test('ends with the confirmation', async () => {
    const username = 'mark-c@example.com';
    const person = server().visitor();
    await person.post('/public/signup', { username, password: PASSWORD });
    await person.post('/public/confirm', { username, code: await server().mail.code(username) });
    expect([...person.cookies.keys()]).toEqual([]);
  });

  test('ends when somebody logs out', async () => {
    const person = await server().applicant('mark-d@example.com');
    await person.post('/public/signup', { username: 'mark-e@example.com', password: PASSWORD });
    expect(person.cookies.has(MARK)).toBe(true);
    await person.get('/api/logout');
    expect([...person.cookies.keys()]).toEqual([]);
  });
});

test('signing up twice at the same moment, with one password, counts once', async () => {
  const { context, visitor } = server();
  for (const username of ['twice-1@example.com', 'twice-2@example.com', 'twice-3@example.com']) {
    const signup = () => visitor().post('/public/signup', { username, password: PASSWORD });
    const answers = await Promise.all([signup(), signup()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const code = await context.accounts.codeToMail(username);
    const confirmed = await visitor().post('/public/confirm', { username, code });
    expect(confirmed.body.message).toBe('Your account is confirmed. You can log in now.');
    expect(await login(username, PASSWORD)).toBe(200);
  }
});

test('signing up twice at the same moment, with two passwords, keeps both apart', async () => {
  const { context, visitor } = server();
  const username = 'two-passwords@example.com';
  const [mine, theirs] = [PASSWORD, 'Another-Password-1'];
  const me = visitor();
  await Promise.all([
    me.post('/public/signup', { username, password: mine }),
    visitor().post('/public/signup', { username, password: theirs }),
  ]);
  await me.post('/public/confirm', { username, code: await context.accounts.codeToMail(username) });
  expect(await login(username, mine)).toBe(200);
  expect(await login(username, theirs)).toBe(403);
});

describe('mails that somebody asks for', () => {
  test.each(['/public/resend-confirm', '/public/forgot-password'])(
    '%s has the same message for every address and limits them alike',
    async (path) => {
      const { applicant, visitor } = server();
      await clearRateLimits(server());
      const known = `flood${path.length}@example.com`;
      await applicant(known);
      const ask = async (username: string) =>
        Promise.all(Array.from({ length: 12 }, () => visitor().post(path, { username })));
      await clearRateLimits(server());
      const [forKnown, forUnknown] = [await ask(known), await ask(`nobody${path.length}@example.com`)];
      const summary = (answers: typeof forKnown) =>
        answers.map(({ status, text }) => `${status} ${text}`).sort();
      expect(summary(forKnown)).toEqual(summary(forUnknown));
      expect(forKnown.filter(({ status }) => status === 429).length).toBe(6);
      const limited = forKnown.find(({ status }) => status === 429);
      expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0);
    },
  );
});
