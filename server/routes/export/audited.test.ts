import { expect, test } from 'vitest';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const HOUR_MS = 3_600_000;

test('what a key lists is in the audit once an hour, and what it fetches each time, with the network', async () => {
  const { context, clock, visitor, applicant } = server();
  await submit(await applicant('listed@example.com'));
  const { token } = await context.tokens.issueKey('Student system', 24 * HOUR_MS);
  const { token: other } = await context.tokens.issueKey('Library', 24 * HOUR_MS);
  const ask = (path: string, key: string, network: string) =>
    visitor({ 'x-forwarded-for': network }).get(path, { authorization: `Bearer ${key}` });
  const list = '/export/applications';

  const { body } = await ask(list, token, '192.0.2.1');
  const { id } = body.applications[0];
  expect((await ask(`${list}?since=unknown`, other, '198.51.100.1')).status).toBe(422);
  await ask(list, other, '198.51.100.2');
  clock.advance(HOUR_MS - 1);
  await ask(list, token, '192.0.2.2');
  await ask(`${list}/${id}`, token, '192.0.2.3');
  await ask(`${list}/${id}`, token, '192.0.2.4');
  clock.advance(1);
  await Promise.all(['192.0.2.5', '192.0.2.5'].map((network) => ask(list, token, network)));

  const { rows } = await context.database.pool.query(
    'SELECT actor, event, account_id, address FROM audit WHERE actor IS NOT NULL ORDER BY id',
  );
  expect(rows.map(({ actor, event, account_id, address }) => [actor, event, account_id, address])).toEqual([
    ['Student system', 'submissions-listed', null, '192.0.2.1'],
    ['Library', 'submissions-listed', null, '198.51.100.2'],
    ['Student system', 'exported', id, '192.0.2.3'],
    ['Student system', 'exported', id, '192.0.2.4'],
    ['Student system', 'submissions-listed', null, '192.0.2.5'],
  ]);
});
