import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isFull } from '#testing/extent.node.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { makePasswords } from './passwords.ts';

const server = useTestServer({
  overrides: { passwords: makePasswords() },
  env: { RATE_LIMIT_FACTOR: '1000', SIGNUP_LIMIT_PER_ADDRESS: '1000' },
});
const SAMPLES = isFull ? 25 : 9;
/** A password check alone takes 25 ms. */
const DIFFERENCE_MAX_MS = 10;

/** Returns the processor time of all threads. Elapsed time would include other work on this machine. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const median = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0;

test.each([
  {
    what: 'a login',
    path: '/public/login',
    body: (username: string) => ({ username, password: 'Not-The-Password-1' }),
  },
  {
    what: 'a login after a sign-up',
    path: '/public/login',
    waiting: 'Password-Of-A-Sign-Up-1',
    body: (username: string) => ({ username, password: 'Password-Of-A-Sign-Up-1' }),
  },
  {
    what: 'a sign-up',
    path: '/public/signup',
    body: (username: string) => ({ username, password: 'Another-Password-1' }),
  },
  { what: 'a password link', path: '/public/forgot-password', body: (username: string) => ({ username }) },
  { what: 'a new code', path: '/public/resend-confirm', body: (username: string) => ({ username }) },
  {
    what: 'a wrong code',
    path: '/public/confirm',
    body: (username: string) => ({ username, code: '000000' }),
  },
])(
  '$what is as much work for a known address as for an unknown one',
  async ({ what, path, body, waiting }) => {
    // Another one in each try: an address that has signed up gets no second code.
    const part = `${what.replaceAll(' ', '-')}-${randomUUID()}@example.com`;
    const [known, unknown] = [`known-${part}`, `unknown-${part}`];
    await server().applicant(known);
    if (waiting !== undefined) {
      await server().visitor().post('/public/signup', { username: known, password: waiting });
      await server().visitor().post('/public/signup', { username: unknown, password: waiting });
    }
    const times = { known: [] as number[], unknown: [] as number[] };
    const take = async (kind: 'known' | 'unknown', username: string) => {
      const before = workedMs();
      await server().visitor().post(path, body(username));
      times[kind].push(workedMs() - before);
    };
    // Alternate, so that both kinds run under the same load.
    for (let n = 0; n < SAMPLES; n += 1) {
      await take('known', known);
      await take('unknown', unknown);
    }
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(DIFFERENCE_MAX_MS);
  },
  60_000,
);
