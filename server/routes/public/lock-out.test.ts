import { describe, expect, test, vi } from 'vitest';
import { limits } from '#server/domain/limits/limits.ts';
import { clearRateLimits } from '#server/testing/clear-rate-limits.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const QUARTER_MS = 900_000;
const [STRANGER, OWNER] = ['192.0.2.1', '192.0.2.2'];

async function post(remoteAddress: string, url: string, payload: object): Promise<number> {
  return (await server().visitor().send({ method: 'POST', url, payload, remoteAddress })).status;
}

async function signUp(username: string): Promise<string> {
  await post(OWNER, '/public/signup', { username, password: PASSWORD });
  return server().mail.code(username);
}

/** Asks from many networks, a few times from each, until the address has had all its mails of the day. */
async function useUpMails(username: string, path: string): Promise<void> {
  for (let networks = 0; networks < 30; networks += 1) {
    const address = `198.51.100.${networks}`;
    for (let n = 0; n < 4; n += 1) expect(await post(address, path, { username })).toBe(200);
  }
  await vi.waitFor(async () => {
    const { rows } = await server().context.database.pool.query(
      "SELECT FROM pgboss.job WHERE name = 'send-mail' AND state < 'completed'",
    );
    expect(rows).toHaveLength(0);
  });
}

const mailsTo = (username: string) => server().mail.sent.filter(({ to }) => to === username);

/** Returns the sum of all counters of a kind whose time is not over. */
async function counted(kind: string): Promise<number> {
  const { clock, context } = server();
  const { rows } = await context.database.pool.query(
    "SELECT coalesce(sum(count), 0)::int AS count FROM tries WHERE bucket LIKE $1 || '/%' AND resets_at > $2",
    [kind, clock.now()],
  );
  return rows[0].count;
}

const other = (code: string) => (code === '000000' ? '000001' : '000000');

describe('one machine that asks for mails to an address all morning', () => {
  test.each(['/public/signup', '/public/resend-confirm', '/public/forgot-password'])(
    'by %s gets twelve, with an account and without, and the owner still gets theirs',
    async (path) => {
      const { applicant, clock } = server();
      const known = `asked-for${path.length}@example.com`;
      await applicant(known);
      for (const username of [known, `nobody${path.length}@example.com`]) {
        const body = path === '/public/signup' ? { username, password: PASSWORD } : { username };
        const statuses: number[] = [];
        for (let quarters = 0; quarters < 12; quarters += 1) {
          statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => post(STRANGER, path, body)))));
          clock.advance(QUARTER_MS);
        }
        statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => post(STRANGER, path, body)))));
        expect(statuses.filter((status) => status === 200)).toHaveLength(12);
        expect(await post(OWNER, path, body)).toBe(200);
      }
    },
    60_000,
  );
});

describe('many machines that ask for mails to an address', () => {
  test.each(['/public/signup', '/public/forgot-password'])(
    'two of them keep nobody from getting their own by %s',
    async (path) => {
      const { applicant } = server();
      await clearRateLimits(server());
      const username = `two-machines${path.length}@example.com`;
      await applicant(username);
      const body = path === '/public/signup' ? { username, password: PASSWORD } : { username };
      for (const stranger of [STRANGER, '192.0.2.9'])
        for (let n = 0; n < 6; n += 1) expect(await post(stranger, path, body)).toBe(200);
      // Their mails, and the account's code. A mail that is still on its way would count as the next machine's.
      await vi.waitFor(() => expect(mailsTo(username)).toHaveLength(13), 20_000);
      expect(await post('192.0.2.10', path, body)).toBe(200);
      await vi.waitFor(() => expect(mailsTo(username)).toHaveLength(14), 20_000);
    },
    60_000,
  );

  test('send no more mails than a day allows, and do not learn that', { tags: 'long' }, async () => {
    const { applicant, visitor } = server();
    await clearRateLimits(server());
    const username = 'bombed@example.com';
    await applicant(username);
    const before = mailsTo(username).length;
    await useUpMails(username, '/public/forgot-password');
    expect(mailsTo(username).length - before).toBeLessThanOrEqual(66);
    const ask = async (address: string) => {
      const payload = { username: address };
      const url = '/public/forgot-password';
      const { status, text } = await visitor().send({ method: 'POST', url, payload, remoteAddress: OWNER });
      return { status, text };
    };
    expect(await ask(username)).toEqual(await ask('asked-for-by-nobody@example.com'));
  });

  test.each([
    [
      'leave the owner a link where they have logged in before',
      '/public/forgot-password',
      ['203.0.113.1', '127.0.0.1'],
    ],
    ['use up no password link by sign-ups and codes', '/public/resend-confirm', [OWNER]],
  ])(
    '%s',
    async (_, usedUp, askers) => {
      const { applicant } = server();
      await clearRateLimits(server());
      const username = `bombed-by${usedUp.length}@example.com`;
      await applicant(username);
      await useUpMails(username, usedUp);
      const before = mailsTo(username).length;
      for (const asker of askers) await post(asker, '/public/forgot-password', { username });
      await vi.waitFor(() => expect(mailsTo(username)).toHaveLength(before + 1));
    },
    30_000,
  );

  test('do not invalidate the newest code, and a sign-up without a mail of its own is confirmed by it', async () => {
    const { visitor } = server();
    await clearRateLimits(server());
    const username = 'bombed-before@example.com';
    await post(STRANGER, '/public/signup', { username, password: 'Of-A-Stranger-1-Too' });
    await useUpMails(username, '/public/resend-confirm');
    const code = /\b\d{6}\b/.exec(mailsTo(username).at(-1)?.text ?? '')?.[0] ?? '';
    const owner = visitor();
    const before = mailsTo(username).length;
    const signup = { method: 'POST', remoteAddress: OWNER } as const;
    const payload = { username, password: PASSWORD };
    for (let n = 0; n < 4; n += 1)
      expect((await owner.send({ ...signup, url: '/public/signup', payload })).status).toBe(200);
    expect((await owner.post('/public/confirm', { username, code })).status).toBe(200);
    expect(mailsTo(username)).toHaveLength(before);
    expect(await post(OWNER, '/public/login', { username, password: PASSWORD })).toBe(200);
  }, 30_000);
});

describe('one machine that guesses codes', () => {
  test('while there is no code keeps nobody from confirming later, not even itself', async () => {
    const { clock } = server();
    const username = 'no-code-yet@example.com';
    const guess = () => post(STRANGER, '/public/confirm', { username, code: '123456' });
    await Promise.all(Array.from({ length: 120 }, guess));
    clock.advance(QUARTER_MS);
    await Promise.all(Array.from({ length: 80 }, guess));
    const code = await signUp(username);
    expect(await post(STRANGER, '/public/confirm', { username, code: other(code) })).toBe(422);
    expect(await post(OWNER, '/public/confirm', { username, code })).toBe(200);
  });

  test('one machine that guesses codes can invalidate six of them in a day', async () => {
    const { clock, mail } = server();
    const username = 'spoiled@example.com';
    let code = await signUp(username);
    for (let codes = 0; codes < 6; codes += 1) {
      const guess = { username, code: other(code) };
      for (let n = 0; n < 5; n += 1) expect(await post(STRANGER, '/public/confirm', guess)).toBe(422);
      expect(await post(OWNER, '/public/confirm', { username, code })).toBe(422);
      clock.advance(QUARTER_MS);
      await post(OWNER, '/public/resend-confirm', { username });
      code = await mail.code(username);
    }
    const before = await counted('confirm/network');
    for (let n = 0; n < 20; n += 1)
      expect(await post(STRANGER, '/public/confirm', { username, code: other(code) })).toBe(429);
    expect(await counted('confirm/network')).toBe(before);
    expect(await post(OWNER, '/public/confirm', { username, code })).toBe(200);
  });

  test('ninety guesses at the codes of one address count in a day, from however many machines', async () => {
    const username = 'guessed-by-many@example.com';
    const code = await signUp(username);
    const guess = { username, code: other(code) };
    await server().context.rateLimits.spend(limits.confirmToAccount(username), 89);
    expect(await post('203.0.113.51', '/public/confirm', guess)).toBe(422);
    expect(await post('203.0.113.52', '/public/confirm', guess)).toBe(429);
    server().clock.advance(86_400_000);
    await post(OWNER, '/public/resend-confirm', { username });
    const next = await server().mail.code(username);
    expect(await post('203.0.113.53', '/public/confirm', { username, code: next })).toBe(200);
  });
});

describe('one machine with the 256 networks of an IPv6 /56', () => {
  const address = (n: number) => `2001:db8:5:${(0x100 + (n % 256)).toString(16)}::1`;
  const all = <T>(ask: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)));
  const passed = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length;

  test('gets the mails of one, and the owner still gets theirs', async () => {
    await clearRateLimits(server());
    const body = { username: 'mails-by-ipv6@example.com' };
    const ask = (n: number) => post(address(n), '/public/resend-confirm', body);
    expect(passed(await all(ask))).toBe(6);
    server().clock.advance(QUARTER_MS);
    expect(passed(await all(ask))).toBe(6);
    server().clock.advance(QUARTER_MS);
    expect(passed(await all(ask))).toBe(0);
    expect(await post(OWNER, '/public/forgot-password', body)).toBe(200);
    expect(await post('2001:db8:6:1::1', '/public/forgot-password', body)).toBe(200);
  });

  test('one machine with 256 networks guesses passwords and codes as one', { tags: 'long' }, async () => {
    await clearRateLimits(server());
    const username = 'guessed-by-ipv6@example.com';
    let code = await signUp(username);
    const wrong = { username, password: 'Not-The-Password-1' };
    expect(passed(await all((n) => post(address(n), '/public/login', wrong)))).toBe(10);
    const pair = 30;
    for (let codes = 0; codes < pair / 5; codes += 1) {
      for (let n = 0; n < 5; n += 1) {
        const guess = { username, code: other(code) };
        expect(await post(address(codes * 5 + n), '/public/confirm', guess)).toBe(422);
      }
      server().clock.advance(QUARTER_MS);
      await post(OWNER, '/public/resend-confirm', { username });
      code = await server().mail.code(username);
    }
    const guess = { username, code: other(code) };
    expect(passed(await all((n) => post(address(n), '/public/confirm', guess)))).toBe(0);
    expect(await post(OWNER, '/public/confirm', { username, code })).toBe(200);
  });
});

describe('a campus behind one address', () => {
  const CAMPUS = '192.0.2.3';
  const login = (username: string, password = PASSWORD) =>
    post(CAMPUS, '/public/login', { username, password });

  test.each([
    { path: '/public/signup', kind: 'signup/network', passes: 6 },
    { path: '/public/resend-confirm', kind: 'mail/network', passes: 6 },
    { path: '/public/forgot-password', kind: 'mail/network', passes: 6 },
    { path: '/public/login', kind: 'login/network', passes: 10 },
  ])('counts what one stuck script was allowed, not its refused repetitions: $path', async (given) => {
    const { path, kind, passes } = given;
    await clearRateLimits(server());
    const username = `stuck${path.length}@example.com`;
    const hasPassword = path === '/public/signup' || path === '/public/login';
    const body = hasPassword ? { username, password: PASSWORD } : { username };
    await Promise.all(Array.from({ length: 30 }, () => post(CAMPUS, path, body)));
    expect(await counted(kind)).toBe(passes);
  });

  test('full of wrong passwords, does not use up the attempts of an account that is tried there', async () => {
    await clearRateLimits(server());
    const username = 'behind-a-full-campus@example.com';
    await server().applicant(username);
    const guess = (n: number) => login(`other-${n}@example.com`, 'Not-The-Password-1');
    await Promise.all(Array.from({ length: 90 }, (_, n) => guess(n)));
    for (let n = 0; n < 12; n += 1) expect(await login(username)).toBe(429);
    server().clock.advance(QUARTER_MS - 1000);
    expect(await login(username)).toBe(429);
    server().clock.advance(1000);
    expect(await login(username)).toBe(200);
  }, 30_000);

  test(
    'lets everybody log in, even if many first try before they enter their code',
    { tags: 'long' },
    async () => {
      await clearRateLimits(server());
      const early = Array.from({ length: 9 }, (_, n) => `early-${n}@example.com`);
      const codes = await Promise.all(early.map(signUp));
      for (const username of early) {
        const statuses = await Promise.all(Array.from({ length: 11 }, () => login(username)));
        expect(statuses.sort()).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
      }
      expect(await login('somebody@example.com')).toBe(401);
      const [username = '', code = ''] = [early[0], codes[0]];
      expect(await post(CAMPUS, '/public/confirm', { username, code })).toBe(200);
      expect(await login(username)).toBe(200);
    },
  );
});
