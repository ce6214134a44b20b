import { afterEach, describe, expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
// The next test begins with no tries counted.
afterEach(() => server().clock.advance(60_000));

const calls = [
  { path: '/lookup/find?text=yale&category=college_ceeb', most: 600, perSeconds: 10, status: 200 },
  { path: '/lookup/find?id=none&category=college_ceeb', most: 600, perSeconds: 10, status: 404 },
  { path: '/public/tmp?token=none', most: 300, perSeconds: 60, status: 404 },
  { path: '/service/tmp-pdf?service_token=none', most: 300, perSeconds: 60, status: 404 },
] as const;

/** Asks so often at once, and returns how many got which status. */
async function ask(path: string, times: number, remoteAddress = '192.0.2.7') {
  const answers = await Promise.all(
    Array.from({ length: times }, () => server().visitor().send({ method: 'GET', url: path, remoteAddress })),
  );
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
}

describe.each(calls)('$path', ({ path, most, perSeconds, status }) => {
  test('has a limit for each network, and is open again after its time', async () => {
    expect(await ask(path, most + 5)).toEqual({ [status]: most, 429: 5 });
    const refused = await server().visitor().send({ method: 'GET', url: path, remoteAddress: '192.0.2.7' });
    expect(refused.headers['retry-after']).toBe(String(perSeconds));
    expect(await ask(path, 1, '192.0.2.8')).toEqual({ [status]: 1 });
    const applicant = await server().applicant();
    expect((await applicant.put('/api/answer', { answers: { city: 'Scranton' } })).status).toBe(200);
    server().clock.advance(perSeconds * 1000);
    expect(await ask(path, 1)).toEqual({ [status]: 1 });
  });

  test('costs the database nothing once it is refused', async () => {
    // Some tries of the test before are paid for.
    await ask(path, most + 20);
    const counters = async () =>
      server().context.database.kysely.selectFrom('tries').selectAll().orderBy('bucket').execute();
    const before = await counters();
    expect(await ask(path, 50)).toEqual({ 429: 50 });
    expect(await counters()).toEqual(before);
  });
});
