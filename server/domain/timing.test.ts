import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ env: { RATE_LIMIT_FACTOR: '1000', SIGNUP_LIMIT_PER_ADDRESS: '1000' } });
const SAMPLES = 25;
/** A password check alone takes 25. */
const DIFFERENCE_MAX_MS = 10;

/** Time on a core, of all threads: on the clock, whatever else this machine does would be measured along. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const median = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0;

test.each([
  { path: '/public/login', body: (username: string) => ({ username, password: 'Not-The-Password-1' }) },
  { path: '/public/signup', body: (username: string) => ({ username, password: 'Another-Password-1' }) },
  { path: '/public/forgot-password', body: (username: string) => ({ username }) },
  { path: '/public/resend-confirm', body: (username: string) => ({ username }) },
  { path: '/public/confirm', body: (username: string) => ({ username, code: '000000' }) },
])(
  '$path is as much work for a known address as for an unknown one',
  async ({ path, body }) => {
    const known = `known-${path.slice(8)}@example.com`;
    await server().applicant(known);
    const times = { known: [] as number[], unknown: [] as number[] };
    const take = async (kind: 'known' | 'unknown', username: string) => {
      const before = workedMs();
      await server().visitor().post(path, body(username));
      times[kind].push(workedMs() - before);
    };
    // In turns, so that both see the same weather.
    for (let n = 0; n < SAMPLES; n += 1) {
      await take('known', known);
      await take('unknown', `unknown-${path.slice(8)}@example.com`);
    }
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(DIFFERENCE_MAX_MS);
  },
  60_000,
);
