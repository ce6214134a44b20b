import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { Secrets } from '#server/adapters/secrets.ts';
import { openDeviceKeys } from '#server/domain/accounts/device-keys.ts';
import { resealAll } from '#server/domain/upkeep/reseal.ts';
import { PASSWORD, useTestServer, type TestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const [old, fresh] = ['the-old-secret-'.repeat(3), 'the-fresh-secret-'.repeat(3)];
const server = useTestServer({ env: { SECRET_KEYS: old } });

const keyOf = async (applicant: Visitor) => (await applicant.get('/api/profile')).headers['device-key'];

async function loggedIn(username: string, password = PASSWORD): Promise<Visitor> {
  const device = server().visitor();
  expect((await device.post('/public/login', { username, password })).status).toBe(200);
  return device;
}

describe('the key for what waits on the devices of an applicant', () => {
  test('is the same on each device and after a new password, and no other account has it', async () => {
    const username = 'devices@example.com';
    const first = await keyOf(await server().applicant(username));
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await keyOf(await loggedIn(username))).toBe(first);

    await server().visitor().post('/public/forgot-password', { username });
    const id = await server().mail.resetId(username);
    const password = 'Another-Correct-Horse-8';
    const reset = { username, id, password, confirm_password: password };
    expect((await server().visitor().post('/public/reset-password', reset)).status).toBe(200);
    expect(await keyOf(await loggedIn(username, password))).toBe(first);

    expect(await keyOf(await server().applicant())).not.toBe(first);
  });

  test('stays when the secrets are changed and the old one is removed', async () => {
    const { context } = server();
    const { database } = context;
    const applicant = await server().applicant('rotation@example.com');
    const id = (await context.applicants.find('rotation@example.com'))?.id ?? '';
    const key = await keyOf(applicant);

    const both = new Secrets([fresh, old]);
    await resealAll({ database, secrets: both });
    expect((await openDeviceKeys(database, new Secrets([fresh])))(id)).toBe(key);
    await expect(openDeviceKeys(database, new Secrets([old]))).rejects.toThrow();
  });

  test('is the same in all servers that start at the same moment', async () => {
    const { context, account } = server();
    const { database, secrets } = context;
    const { id } = await account();
    await database.pool.query('DELETE FROM device_root');
    const starts = Array.from({ length: 5 }, () => openDeviceKeys(database, secrets));
    const keys = (await Promise.all(starts)).map((keyOfAccount) => keyOfAccount(id));
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the key is sent only if nobody on the way can read it', () => {
  const proxied = useTestServer({ env: { TRUST_PROXY: '10.0.0.0/8' } });
  const overHttps = useTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });

  interface Way {
    readonly name: string;
    readonly to?: () => TestServer;
    readonly headers?: Readonly<Record<string, string>>;
    readonly remoteAddress?: string;
    readonly isTold: boolean;
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  testEach<Way>([
    { name: 'this machine', isTold: true },
    { name: 'this machine by its number', headers: { host: '127.0.0.1:3000' }, isTold: true },
    { name: 'another machine over http', remoteAddress: '192.0.2.4', isTold: false },
    {
      name: 'another machine that names this one',
      headers: { host: 'localhost' },
      remoteAddress: '192.0.2.4',
      isTold: false,
    },
    { name: 'a name that points here', headers: { host: 'apply.example.edu' }, isTold: false },
    {
      name: 'an unknown proxy on this machine',
      headers: { ...forwarded, 'x-forwarded-proto': 'https' },
      isTold: false,
    },
    {
      name: 'a known proxy, https before it',
      to: proxied,
      headers: { ...forwarded, 'x-forwarded-proto': 'https' },
      remoteAddress: '10.0.0.1',
      isTold: true,
    },
    {
      name: 'a known proxy, http before it',
      to: proxied,
      headers: { ...forwarded, 'x-forwarded-proto': 'http' },
      remoteAddress: '10.0.0.1',
      isTold: false,
    },
    {
      name: 'a known proxy that says nothing of https',
      to: proxied,
      headers: forwarded,
      remoteAddress: '10.0.0.1',
      isTold: false,
    },
    {
      name: 'the https address of the settings',
      to: overHttps,
      headers: { host: 'apply.example.edu' },
      remoteAddress: '192.0.2.4',
      isTold: true,
    },
  ])(
    'to $name: $isTold',
    { short: 4 },
    async ({ to = server, headers = {}, remoteAddress = '127.0.0.1', isTold }) => {
      const username = `${Math.random()}@example.com`;
      await to().applicant(username);
      const person = to().visitor(headers);
      const login = { username, password: PASSWORD };
      await person.send({ method: 'POST', url: '/public/login', payload: login, remoteAddress });
      const profile = await person.send({ method: 'GET', url: '/api/profile', remoteAddress });
      expect(profile).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
      expect('device-key' in profile.headers).toBe(isTold);
    },
  );
});

test('the description names the header', async () => {
  const { paths } = (await server().visitor().get('/openapi.json')).body;
  expect(paths['/api/profile'].get.responses['200'].headers['device-key']).toMatchObject({
    required: false,
    schema: { type: 'string' },
  });
});
