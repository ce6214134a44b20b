import { describe, expect, test } from 'vitest';
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

describe('one machine that guesses codes', () => {
  test('where no code is out keeps nobody from confirming later, itself neither', async () => {
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

  test('can spoil six of them in a day', async () => {
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
    expect(await post(STRANGER, '/public/confirm', { username, code: other(code) })).toBe(429);
    expect(await post(OWNER, '/public/confirm', { username, code })).toBe(200);
  });
});
