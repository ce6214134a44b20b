import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientCounts } from '#contract/client-count.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ hasWorkers: false });
const counts = commandRunner(() => server().context);

const DAY_MS = 86_400_000;

const count = (body: object, remoteAddress = '192.0.2.1') =>
  server().visitor().send({ method: 'POST', url: '/public/client-count', payload: body, remoteAddress });
const stored = async () => (await server().context.database.pool.query('TABLE client_counts')).rows;
const printed = (...times: readonly number[]) =>
  clientCounts.map((kind, index) => `${kind}\t${times[index] ?? 0}`);

test.each([
  { what: 'an address', body: { kind: 'updated', username: 'canary@example.com' } },
  { what: 'a route', body: { kind: 'updated', route: '/about' } },
  { what: 'a kind of its own', body: { kind: 'Canary' } },
  { what: 'several kinds', body: { kind: ['updated', 'two-values'] } },
  { what: 'nothing', body: {} },
])('with $what it is refused and leaves nothing', async ({ body }) => {
  expect((await count(body)).status).toBe(422);
  expect(await stored()).toEqual([]);
});

test('another site counts nothing', async () => {
  const visitor = server().visitor({ origin: 'https://evil.example' });
  expect((await visitor.post('/public/client-count', { kind: 'updated' })).status).toBe(403);
  expect(await stored()).toEqual([]);
});

test('counts are added up by day and kind, printed by kind, and deleted after 400 days', async () => {
  const { clock, context } = server();
  expect(await counts('counts')).toEqual(printed());
  const answer = await count({ kind: 'two-values' });
  expect(answer).toMatchObject({ status: 204, text: '', headers: { 'cache-control': 'no-store' } });
  // At the same moment.
  await Promise.all([
    count({ kind: 'two-values' }),
    count({ kind: 'two-values' }),
    count({ kind: 'file-waited' }),
  ]);
  expect(await counts('counts')).toEqual(printed(3, 0, 1));

  clock.advance(DAY_MS);
  await count({ kind: 'two-values' });
  expect((await stored()).map(({ kind, times }) => [kind, times]).toSorted()).toEqual([
    ['file-waited', 1],
    ['two-values', 1],
    ['two-values', 3],
  ]);
  expect(await counts('counts')).toEqual(printed(4, 0, 1));
  expect(await counts('counts', [], { days: '1' })).toEqual(printed(1));
  expect(await counts('counts', [], { json: true })).toContain('{"kind":"two-values","times":4}');

  clock.advance(398 * DAY_MS);
  expect(await context.retention.run()).toMatchObject({ client_counts: 0 });
  clock.advance(4 * DAY_MS);
  expect(await context.retention.run()).toMatchObject({ client_counts: 3 });
  expect(await stored()).toEqual([]);
});

test('one network can send a limited number of counts, and others still can', async () => {
  const answers = await Promise.all(
    Array.from({ length: 310 }, () => count({ kind: 'copy-saved' }, '192.0.2.2')),
  );
  const taken = answers.filter(({ status }) => status === 204);
  const refused = answers.filter(({ status }) => status === 429);
  expect([taken.length, refused.length]).toEqual([300, 10]);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(await stored()).toMatchObject([{ kind: 'copy-saved', times: 300 }]);
  expect((await count({ kind: 'copy-saved' }, '192.0.2.3')).status).toBe(204);
});

test('docs/operate.md says what each kind means', () => {
  const section = readFileSync('docs/operate.md', 'utf8').split('\n## Counts\n')[1]?.split('\n## ')[0] ?? '';
  const kinds = [...section.matchAll(/^\| `([^`]+)` /gm)].map(([, kind]) => kind);
  expect(kinds).toEqual([...clientCounts]);
});
