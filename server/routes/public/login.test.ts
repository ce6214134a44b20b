import { describe, expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '#limits.ts';
import { SESSIONS_MAX } from '#server/domain/accounts/sessions.ts';
import { clearRateLimits } from '#server/testing/clear-rate-limits.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { tenant } from '#tenant/tenant.ts';

const server = useTestServer({ env: { TRUST_PROXY: '10.0.0.0/8' } });
const SESSION = 'admissions-session';
const MARKER = `${tenant.identityCookiePrefix}.session`;
const HOUR_MS = 3_600_000;

const isLoggedIn = async (visitor: Visitor) => (await visitor.get('/api/profile')).status === 200;

describe('sessions', () => {
  test('have cookies that only the server reads, and a marker without a secret', async () => {
    const username = 'cookies@example.com';
    await server().applicant(username);
    const { cookies } = await server().visitor().post('/public/login', { username, password: PASSWORD });
    const common = { path: '/', sameSite: 'Lax', maxAge: 43_200 };
    expect(cookies).toEqual([
      { ...common, name: SESSION, value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true },
      { ...common, name: MARKER, value: '1' },
    ]);
  });

  test('end with the browser on a shared computer, and with no other word there', async () => {
    const username = 'shared@example.com';
    await server().applicant(username);
    const login = { username, password: PASSWORD };
    const endsOf = async (headers: Readonly<Record<string, string>>) =>
      (await server().visitor().post('/public/login', login, headers)).cookies.map(({ maxAge }) => maxAge);
    expect(await endsOf({ 'shared-computer': 'true' })).toEqual([undefined, undefined]);
    expect(await endsOf({ 'shared-computer': 'no' })).toEqual([43_200, 43_200]);
  });

  test('are Secure and bound to the host over https, as a trusted proxy tells it', async () => {
    const username = 'https@example.com';
    await server().applicant(username);
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const login = {
      method: 'POST',
      url: '/public/login',
      headers,
      payload: { username, password: PASSWORD },
    } as const;
    const trusted = await server()
      .visitor()
      .send({ ...login, remoteAddress: '10.1.2.3' });
    expect(trusted.cookies).toMatchObject([
      { name: `__Host-${SESSION}`, secure: true, httpOnly: true, path: '/' },
      { name: MARKER, secure: true },
    ]);
    expect(trusted.headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    const stranger = await server()
      .visitor()
      .send({ ...login, remoteAddress: '192.0.2.7' });
    expect(stranger.cookies[0]).toMatchObject({ name: SESSION });
    expect(stranger.cookies[0]).not.toHaveProperty('secure');
    expect(stranger.headers).not.toHaveProperty('strict-transport-security');
  });

  test('begin with a new id at login; a planted one is worthless, and the old one is no longer valid', async () => {
    const username = 'fixation@example.com';
    await server().applicant(username);
    const visitor = server().visitor();
    visitor.cookies.set(SESSION, 'planted-by-somebody-else');
    await visitor.post('/public/login', { username, password: PASSWORD });
    const first = visitor.cookies.get(SESSION) ?? '';
    expect(first).not.toBe('planted-by-somebody-else');
    await visitor.post('/public/login', { username, password: PASSWORD });
    expect(visitor.cookies.get(SESSION)).not.toBe(first);
    const thief = server().visitor();
    thief.cookies.set(SESSION, first);
    expect(await isLoggedIn(thief)).toBe(false);
    expect(await isLoggedIn(visitor)).toBe(true);
  });

  test('a session ends after 15 minutes without a call, and every call but polling counts', async () => {
    const { clock, applicant } = server();
    const [active, idle, polling] = [await applicant(), await applicant(), await applicant()];
    for (let minute = 0; minute < 16; minute += 2) {
      clock.advance(2 * 60_000);
      await active.get('/api/tabs');
      await polling.get('/api/pdf/document-answer/college_transcript');
    }
    expect(await isLoggedIn(active)).toBe(true);
    expect(await isLoggedIn(idle)).toBe(false);
    expect(await isLoggedIn(polling)).toBe(false);
  });

  test('a session survives just under 15 minutes without a call', async () => {
    const { clock, applicant } = server();
    const visitor = await applicant();
    clock.advance(IDLE_TIMEOUT_MS - 1000);
    expect(await isLoggedIn(visitor)).toBe(true);
  });

  test('a session ends after 12 hours, however busy', async () => {
    const { clock, applicant } = server();
    const visitor = await applicant();
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      clock.advance(10 * 60_000);
      expect(await isLoggedIn(visitor)).toBe(true);
    }
    clock.advance(11 * 60_000);
    expect(await isLoggedIn(visitor)).toBe(false);
  });

  test('answer 401 with the sentence of the specification once ended, and leave the cookies of a later session', async () => {
    const { clock, applicant } = server();
    const visitor = await applicant();
    clock.advance(HOUR_MS);
    const refused = await visitor.put('/api/answer', { answers: { first_name: 'Late' } });
    expect(refused).toMatchObject({
      status: 401,
      body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
    });
    // When the answer arrives, another tab may have logged in.
    expect(refused.cookies).toEqual([]);
  });

  test('a session is gone after a logout, and so is its id', async () => {
    const visitor = await server().applicant();
    const id = visitor.cookies.get(SESSION) ?? '';
    expect((await visitor.get('/api/logout')).status).toBe(200);
    expect([...visitor.cookies.keys()]).not.toContain(MARKER);
    visitor.cookies.set(SESSION, id);
    expect(await isLoggedIn(visitor)).toBe(false);
  });

  test('are twenty an account: the next login ends the oldest', { tags: 'slow' }, async () => {
    const username = 'devices@example.com';
    const first = await server().applicant(username);
    const devices = [first];
    for (let n = 1; n < SESSIONS_MAX + 2; n += 1) {
      server().clock.advance(1000);
      const device = server().visitor();
      expect((await device.post('/public/login', { username, password: PASSWORD })).status).toBe(200);
      devices.push(device);
    }
    const areLoggedIn = await Promise.all(devices.map(isLoggedIn));
    expect(areLoggedIn).toEqual(devices.map((_, n) => n >= 2));
  });

  test('only hashes of sessions are stored', async () => {
    const visitor = await server().applicant();
    const { rows } = await server().context.database.pool.query(
      `SELECT encode(id_hash, 'escape') AS id FROM sessions`,
    );
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get(SESSION));
  });
});

describe('POST /public/login', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    const username = 'enumerated@example.com';
    await server().applicant(username);
    const attempt = (who: string) =>
      server().visitor().post('/public/login', { username: who, password: 'Not-The-Password-1' });
    const [known, unknown] = [await attempt(username), await attempt('nobody-here@example.com')];
    expect([known.status, known.text]).toEqual([401, unknown.text]);
    expect(unknown.status).toBe(401);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
  });

  test('says 403 before the address is confirmed, and only to the right password', async () => {
    const username = 'unconfirmed@example.com';
    const visitor = server().visitor();
    await visitor.post('/public/signup', { username, password: PASSWORD });
    expect(await visitor.post('/public/login', { username, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { unconfirmed: true },
    });
    expect((await visitor.post('/public/login', { username, password: 'Not-The-Password-1' })).status).toBe(
      401,
    );
  });

  test('says the same to the password of a sign-up that waits, whether or not there is an account', async () => {
    const known = 'known-with-a-sign-up@example.com';
    await server().applicant(known);
    const password = 'Signed-Up-With-This-1';
    const attempt = async (username: string) => {
      await server().visitor().post('/public/signup', { username, password });
      return server().visitor().post('/public/login', { username, password });
    };
    const [forKnown, forUnknown] = [await attempt(known), await attempt('never-confirmed@example.com')];
    expect([forKnown.status, forKnown.text]).toEqual([403, forUnknown.text]);
    expect(Object.keys(forKnown.headers)).toEqual(Object.keys(forUnknown.headers));
    expect(
      (await server().visitor().post('/public/login', { username: known, password: PASSWORD })).status,
    ).toBe(200);
  });

  test('counts the password of a sign-up as a guess: ten, with or without an account', async () => {
    await clearRateLimits(server());
    const known = 'guessed-by-sign-up@example.com';
    await server().applicant(known);
    const password = 'Signed-Up-With-This-1';
    const attempts = async (username: string) => {
      await server().visitor().post('/public/signup', { username, password });
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        statuses.push((await server().visitor().post('/public/login', { username, password })).status);
      }
      return statuses;
    };
    const expected = [...Array.from({ length: 10 }, () => 403), 429, 429];
    expect(await attempts(known)).toEqual(expected);
    expect(await attempts('guessed-as-well@example.com')).toEqual(expected);
    await clearRateLimits(server());
  });

  test('a failed login uses the sentences of the specification', async () => {
    const refused = await server().visitor().post('/public/login', { username: 'x', password: '' });
    expect(refused.body.errors).toEqual({
      username: ['Please provide a valid email address.'],
      password: ['Password is required.'],
    });
  });

  test('the profile lists every login', async () => {
    const username = 'regular@example.com';
    const visitor = await server().applicant(username);
    await visitor.post('/public/login', { username, password: PASSWORD });
    expect((await visitor.get('/api/profile')).body.successful_login).toHaveLength(2);
  });
});

describe('guessing passwords', () => {
  const logIn = (username: string, password: string, remoteAddress: string, headers = {}) => {
    const payload = { username, password };
    return server().visitor().send({ method: 'POST', url: '/public/login', payload, remoteAddress, headers });
  };
  const guess = async (username: string, remoteAddress: string, headers = {}) =>
    (await logIn(username, 'Guess-Number-One-1', remoteAddress, headers)).status;

  test('ends after ten tries at one account, whatever X-Forwarded-For says, and the owner gets in from elsewhere', async () => {
    await clearRateLimits(server());
    const username = 'victim@example.com';
    await server().applicant(username);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        guess(username, '192.0.2.1', { 'x-forwarded-for': `198.51.100.${n}` }),
      ),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const refused = await logIn(username, PASSWORD, '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn(username, PASSWORD, '192.0.2.2')).status).toBe(200);
  });

  test('ends after ten tries also behind a proxy that writes ports into X-Forwarded-For', async () => {
    await clearRateLimits(server());
    const statuses = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        guess('behind-ports@example.com', '10.0.0.1', { 'x-forwarded-for': `192.0.2.3:${1000 + n}` }),
      ),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('ends after ninety tries at many accounts from one network, an IPv6 /64 being one', async () => {
    await clearRateLimits(server());
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      statuses.push(await guess(`many-${n}@example.com`, `2001:db8:1:2::${n.toString(16)}`));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(90);
    expect(await guess('many-1@example.com', '2001:db8:1:3::1')).toBe(401);
  }, 30_000);

  test(
    'with the right password ends after sixty times in an hour, and no stranger brings that about',
    { tags: 'slow' },
    async () => {
      await clearRateLimits(server());
      const username = 'program@example.com';
      await server().applicant(username);
      for (let n = 1; n <= 20; n += 1) await guess(username, `203.0.113.${n}`);
      const login = (remoteAddress: string) => logIn(username, PASSWORD, remoteAddress);
      const statuses: number[] = [];
      for (let n = 0; n < 75; n += 1) statuses.push((await login('192.0.2.77')).status);
      // `applicant` has logged in once.
      expect(statuses.indexOf(429)).toBe(59);
      expect(statuses.slice(59).every((status) => status === 429)).toBe(true);
      expect(Number((await login('192.0.2.78')).headers['retry-after'])).toBeGreaterThan(600);
      server().clock.advance(HOUR_MS);
      expect((await login('192.0.2.77')).status).toBe(200);
    },
  );

  test('by many machines at one account ends too, yet not for networks that the owner has used', async () => {
    await clearRateLimits(server());
    const username = 'distributed@example.com';
    await server().applicant(username);
    let evaluated = 0;
    for (let n = 1; n <= 70; n += 1) {
      if ((await guess(username, `203.0.113.${n}`)) === 401) evaluated += 1;
    }
    expect(evaluated).toBe(60);
    const owner = server().visitor();
    expect((await owner.post('/public/login', { username, password: PASSWORD })).status).toBe(200);
  }, 30_000);
});
