import { expect, test } from 'vitest';
import { submit } from '#server/testing/submit.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('the audit tells who did what from where, and nothing of what they wrote', async () => {
  const { context, visitor, applicant } = server();
  const username = 'audited@example.com';
  const person = await applicant(username);
  await visitor().post('/public/login', { username, password: 'Canary-Wrong-Password-1' });
  await submit(person, { first_name: 'Canary', ssn: '123-45-6789' });
  const [here, us] = ['127.0.0.1', null];
  const id = (await context.applicants.find(username))?.id ?? '';
  const { id: tokenId, token } = await context.tokens.issueServiceToken(id, 60_000);
  await visitor().get(`/service/tmp-pdf?service_token=${token}`);
  await context.tokens.revoke({ id: tokenId });
  await person.get('/api/logout');
  await visitor().post('/public/forgot-password', { username });

  const { rows } = await context.database.pool.query(
    'SELECT event, account_id, address, happened_at FROM audit ORDER BY id',
  );
  expect(rows.map(({ event, account_id, address }) => [event, account_id, address])).toEqual([
    ['signup', id, here],
    ['confirmed', id, here],
    ['login', id, here],
    ['login-failed', id, here],
    ['submitted', id, here],
    ['token-issued', id, us],
    ['token-used', id, here],
    ['token-revoked', id, us],
    ['logout', id, here],
    ['reset-asked', id, here],
  ]);
  for (const secret of ['Canary', '123-45', PASSWORD, token, username])
    expect(JSON.stringify(rows)).not.toContain(secret);
});
