import { expect, test } from 'vitest';
import { startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { tracesOf } from '#server/testing/traces-of.ts';
import { changeAddress } from '#server/domain/accounts/address-change.ts';

const server = useTestServer({ env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '100' } });

const LEAVING = 'leaving@example.com';
const STAYING = 'staying@example.com';
const WRONG = 'Wrong-Horse-7-Battery';

/** Makes browsers that each reach the server from another network. Keeps a list of the networks. */
function travels(prefix: string) {
  const networks: string[] = [];
  const from = () => {
    networks.push(`${prefix}.${networks.length + 1}`);
    return server().visitor({ 'x-forwarded-for': networks.at(-1) ?? '' });
  };
  return { networks, from };
}

/** Does everything that the audit records of an applicant, each from another network. Returns the networks. */
async function live(username: string, prefix: string): Promise<readonly string[]> {
  const { context, mail } = server();
  const { networks, from } = travels(prefix);
  const login = { username, password: PASSWORD };
  // Before there is an account.
  let code = '';
  for (const password of [PASSWORD, PASSWORD, WRONG]) {
    await from().post('/public/signup', { username, password });
    code = await mail.code(username);
  }
  await from().post('/public/login', login);
  await from().post('/public/forgot-password', { username });
  expect((await from().post('/public/confirm', { username, code })).status).toBe(200);
  // With an account: it has no password, because two were given.
  await from().post('/public/forgot-password', { username });
  const id = await mail.resetId(username);
  const reset = { username, password: PASSWORD, confirm_password: PASSWORD, id };
  expect((await from().post('/public/reset-password', reset)).status).toBe(200);
  await from().post('/public/signup', { username, password: WRONG });
  await from().post('/public/login', { username, password: WRONG });
  const applicant = from();
  expect((await applicant.post('/public/login', login)).status).toBe(200);
  await submit(applicant);
  await applicant.get('/api/logout');
  const { id: accountId = '' } = (await context.applicants.find(username)) ?? {};
  const { token } = await context.tokens.issueServiceToken(accountId, 60_000);
  await from().get(`/service/tmp-pdf?service_token=${token}`);
  return networks;
}

test(
  'no network of a deleted applicant is left; those of others and of the office stay',
  { tags: 'slow' },
  async () => {
    const { context, dataDir } = server();
    const [leaving, staying] = [await live(LEAVING, '192.0.2'), await live(STAYING, '198.51.100')];
    const { id = '' } = (await context.applicants.find(LEAVING)) ?? {};
    const clerk = await startClerk({ context, visitor: travels('203.0.113').from });
    expect((await clerk.get(`/office/applications/${id}`)).status).toBe(200);
    const traces = async (networks: readonly string[]) => {
      const found = await Promise.all(networks.map((one) => tracesOf(server(), dataDir, [`${one}(?!\\d)`])));
      return found.map((lines) => lines.length > 0);
    };
    expect(await traces(leaving)).toEqual(leaving.map(() => true));

    await context.erasure.erase(LEAVING);

    expect(await traces(leaving)).toEqual(leaving.map(() => false));
    expect(await traces([...staying, '203.0.113.1'])).toEqual([...staying, 'the office'].map(() => true));
  },
);

test('no network of somebody who has only signed up is left, either', async () => {
  const { context, dataDir } = server();
  const { from } = travels('198.18.1');
  const signup = { username: 'only.signed.up@example.com', password: PASSWORD };
  await from().post('/public/signup', signup);
  await from().post('/public/login', signup);
  expect(await tracesOf(server(), dataDir, ['198.18.1.'])).toHaveLength(2);
  await context.erasure.erase(signup.username);
  expect(await tracesOf(server(), dataDir, ['198.18.1.'])).toEqual([]);
});

test('sign-ups that a changed address drops leave no network behind', async () => {
  const { context, dataDir, account } = server();
  const { from } = travels('198.18.2');
  const old = await account('old@example.com');
  for (const username of [old.username, 'new@example.com'])
    await from().post('/public/signup', { username, password: PASSWORD });
  expect(await changeAddress(context, old, 'new@example.com')).toBe(true);
  await context.erasure.erase('new@example.com');
  expect(await tracesOf(server(), dataDir, ['198.18.2.'])).toEqual([]);
});
