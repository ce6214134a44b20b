import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { registeredAddresses } from '#server/testing/registered.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const registered = registeredAddresses();
const server = useTestServer();

const naming = (username: string) => ({
  'account-digest': createHash('sha256').update(username).digest('hex'),
});

test('every call of an applicant is refused in the session of another account, which goes on', async () => {
  const bob = await server().applicant('bob@example.com');
  await bob.put('/api/answer', { answers: { first_name: 'Bob' } });
  const before = await bob.get('/api/profile');
  const calls = registered.filter(({ method, config }) => {
    return method !== 'HEAD' && config?.call?.access === 'applicant';
  });
  expect(calls.length).toBeGreaterThan(15);
  for (const { method, url } of calls) {
    const refused = await bob.send({
      method: method as 'GET',
      url: url.replace(':key', 'employ_resume'),
      headers: naming('ann@example.com'),
      ...(method !== 'GET' && method !== 'DELETE' && { payload: { answers: { first_name: 'Ann' } } }),
    });
    expect({ url, ...refused }).toMatchObject({
      url,
      status: 401,
      body: { message: expect.stringContaining('session'), another_account: true },
      cookies: [],
    });
  }
  const after = await bob.get('/api/profile', naming('bob@example.com'));
  expect(after).toMatchObject({ status: 200, body: before.body });
  expect(after.headers.etag).toBe(before.headers.etag);
});

testEach([
  { names: 'nobody', named: () => ({}), status: 200 },
  { names: 'its account', named: naming, status: 200 },
  { names: 'another account', named: (username: string) => naming(`a${username}`), status: 401 },
  { names: '""', named: () => ({ 'account-digest': '' }), status: 401 },
  { names: 'an address', named: (username: string) => ({ 'account-digest': username }), status: 401 },
])('a logout that names $names is answered with $status', { short: 3 }, async ({ named, status }) => {
  const username = `${randomUUID()}@example.com`;
  const ann = await server().applicant(username);
  expect((await ann.get('/api/logout', named(username))).status).toBe(status);
  expect((await ann.get('/api/profile')).status).toBe(status === 200 ? 401 : 200);
});

test('an ended session is no other account’s', async () => {
  const nobody = server().visitor();
  const { status, body } = await nobody.get('/api/profile', naming('ann@example.com'));
  expect(status).toBe(401);
  expect(body).not.toHaveProperty('another_account');
});

test('the description names the header at each call of an applicant, and at no other', async () => {
  const { paths } = (await server().visitor().get('/openapi.json')).body;
  const operations = Object.values<object>(paths).flatMap((path) => Object.values(path));
  for (const { operationId, security, parameters } of operations) {
    const isApplicants = security.some((way: object) => 'session' in way);
    const named = parameters.some(({ name }: { name: string }) => name === 'account-digest');
    expect({ operationId, named }).toEqual({ operationId, named: isApplicants });
  }
});
