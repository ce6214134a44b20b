import { expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

const calls = [
  { path: '/lookup/find?text=yale&category=college_ceeb', most: 600, perSeconds: 10, status: 200 },
  { path: '/lookup/find?id=none&category=college_ceeb', most: 600, perSeconds: 10, status: 404 },
  { path: '/public/tmp?token=none', most: 300, perSeconds: 60, status: 404 },
  { path: '/service/tmp-pdf?service_token=none', most: 300, perSeconds: 60, status: 404 },
].map((call, index) => ({ ...call, network: `192.0.2.${index}` }));

/** Sends that many requests at once, and counts the statuses. */
async function ask(url: string, times: number, remoteAddress: string) {
  const request = { method: 'GET', url, remoteAddress } as const;
  const answers = await Promise.all(Array.from({ length: times }, () => server().visitor().send(request)));
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
}

testEach(calls)(
  '$path has a limit for each network, and is open again after its time',
  { short: 1 },
  async ({ path, most, perSeconds, status, network }) => {
    expect(await ask(path, most + 5, network)).toEqual({ [status]: most, 429: 5 });
    const { headers } = await server().visitor().send({ method: 'GET', url: path, remoteAddress: network });
    expect(headers['retry-after']).toBe(String(perSeconds));
    expect(await ask(path, 1, network.replace('192.0.2', '198.51.100'))).toEqual({ [status]: 1 });
    server().clock.advance(perSeconds * 1000);
    expect(await ask(path, 1, network)).toEqual({ [status]: 1 });
  },
);

test('refusals cost the database nothing, and saves continue', async () => {
  const applicant = await server().applicant();
  const [path, network] = ['/public/tmp?token=none', '192.0.2.99'];
  await ask(path, 301, network);
  const counters = async () =>
    server().context.database.kysely.selectFrom('tries').selectAll().orderBy('bucket').execute();
  const before = await counters();
  expect(await ask(path, 50, network)).toEqual({ 429: 50 });
  expect(await counters()).toEqual(before);
  expect((await applicant.put('/api/answer', { answers: { city: 'Scranton' } })).status).toBe(200);
});
