import { beforeAll, describe, expect, test } from 'vitest';
import {
  auditedActs,
  OFFICE_COOKIE,
  officeAddresses,
  openOffice,
  startClerk,
} from '#server/testing/office.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const SECRET = 'a-secret-that-only-the-proxy-and-we-have';
const PROXY = '10.1.2.3';
const server = useTestServer({
  env: {
    TRUST_PROXY: '10.1.2.0/24',
    OFFICE_USER_HEADER: 'X-Office-User',
    OFFICE_USER_SECRET: SECRET,
    OFFICE_USER_RIGHTS: 'acts@example.edu: act; nursing@example.edu: read NURSING',
  },
});
const NAME = 'nora@example.edu';
const ours = { 'x-office-user': NAME, 'office-user-secret': SECRET };

let id = '';
beforeAll(async () => {
  const { account, context } = server();
  id = (await account('grace@example.com')).id;
  await context.applications.saveAnswers(id, { first_name: 'Grace' });
});

type Headers = Readonly<Record<string, string>>;
const get = (url: string, headers: Headers, remoteAddress = PROXY) =>
  server().visitor().send({ method: 'GET', url, headers, remoteAddress });

describe('whom the university’s sign-in names', () => {
  test('reads in the office without a link, under that name, and logs out there', async () => {
    const { status, text } = await get('/office', ours);
    expect(status).toBe(200);
    expect(text).toContain('grace@example.com');
    expect(text).toContain(`<span>${NAME}</span>`);
    expect(text).not.toContain('Log out');
    expect((await get(`/office/applications/${id}`, ours)).status).toBe(200);
    expect((await get('/office/applications.csv', ours)).status).toBe(200);
    expect(await auditedActs(server(), NAME)).toEqual([
      'office-opened',
      'office-list-read',
      `office-application-read ${id}`,
      'office-list-saved',
    ]);
  });

  test.each([
    { name: 'acts@example.edu', reads: 200, reminds: 200 },
    { name: 'nursing@example.edu', reads: 404, reminds: 403 },
    { name: 'others@example.edu', reads: 200, reminds: 403 },
  ])('may do what OFFICE_USER_RIGHTS says: $name', async ({ name, reads, reminds }) => {
    const headers = { ...ours, 'x-office-user': name };
    expect((await get(`/office/applications/${id}`, headers)).status).toBe(reads);
    expect((await get('/office/remind', headers)).status).toBe(reminds);
  });

  test('is told what is new since the last visit', async () => {
    const { clock } = server();
    const headers = { ...ours, 'x-office-user': 'visits@example.edu' };
    expect((await get('/office', headers)).text).not.toContain('since your last visit');
    clock.advance(3 * 3_600_000);
    expect((await get('/office', headers)).text).not.toContain('since your last visit');
    clock.advance(5 * 3_600_000);
    expect((await get('/office', headers)).text).toContain('Nothing new since your last visit');
    expect(await auditedActs(server(), 'visits@example.edu')).toEqual([
      'office-opened',
      'office-list-read',
      'office-list-read',
      'office-opened',
      'office-list-read',
    ]);
  });

  test('may have a name in other letters', async () => {
    const sent = Buffer.from('Núria Đặng').toString('latin1');
    expect((await get('/office', { ...ours, 'x-office-user': sent })).text).toContain(
      '<span>Núria Đặng</span>',
    );
  });
});

const forged: readonly { name: string; headers: Headers; from?: string }[] = [
  { name: 'no secret', headers: { 'x-office-user': NAME } },
  { name: 'another secret', headers: { ...ours, 'office-user-secret': `${SECRET}x` } },
  {
    name: 'the secret of the proxy behind a forged one',
    headers: { ...ours, 'office-user-secret': `x, ${SECRET}` },
  },
  { name: 'the secret twice', headers: { ...ours, 'office-user-secret': `${SECRET}, ${SECRET}` } },
  { name: 'a blank secret', headers: { ...ours, 'office-user-secret': '' } },
  { name: 'no name', headers: { 'office-user-secret': SECRET } },
  { name: 'a blank name', headers: { ...ours, 'x-office-user': ' ' } },
  { name: 'a long name', headers: { ...ours, 'x-office-user': 'n'.repeat(101) } },
  { name: 'a name with a line break', headers: { ...ours, 'x-office-user': 'nora\n2026 admin' } },
  { name: 'a name that is no UTF-8', headers: { ...ours, 'x-office-user': '\u00ff\u00fe' } },
  { name: 'an address that is no proxy', headers: ours, from: '203.0.113.9' },
  { name: 'a neighbor of the proxy', headers: { ...ours, 'x-forwarded-for': PROXY }, from: '10.1.3.3' },
  { name: 'this machine', headers: ours, from: '127.0.0.1' },
];

describe('what a stranger sends', () => {
  test.each(forged)('opens nothing, with $name', async ({ headers, from }) => {
    for (const address of officeAddresses(id))
      expect([address, (await get(address, headers, from)).status]).toEqual([address, 404]);
    // Everywhere else it is ignored: neither the identity nor the answer depends on it.
    for (const address of ['/', '/api/profile', '/export/applications', '/healthz', '/openapi']) {
      const [plain, sent] = [await get(address, {}, from), await get(address, headers, from)];
      expect([address, sent.status, sent.text]).toEqual([address, plain.status, plain.text]);
    }
  });

  test('changes nothing for who has a link', async () => {
    const clerk = await startClerk(server(), 'Link Holder');
    const headers = { 'x-office-user': 'somebody.else@example.edu' };
    expect((await clerk.get('/office', headers)).text).toContain('<span>Link Holder</span>');
    expect(await auditedActs(server(), 'somebody.else@example.edu')).toEqual([]);
  });
});

/** Links and cookies that have ended, and how. The clock of the server only goes on, so the ends by time are last. */
const ended = {
  'a link that was revoked': async (token: string) => server().context.tokens.revoke({ token }),
  'a cookie after an hour of rest': async () => server().clock.advance(2 * 3_600_000),
  'a link after its days': async () => server().clock.advance(40 * 86_400_000),
} as const;

describe('who had a link and signs in instead', () => {
  test.each(Object.entries(ended))('%s keeps nobody out', async (name, end) => {
    const link = await server().context.officeLinks.issue(name, 86_400_000);
    const opened = await openOffice(server().visitor(), link);
    const cookie = `${OFFICE_COOKIE}=${opened.cookies[0]?.value ?? ''}`;
    expect((await get('/office', { cookie })).status).toBe(200);
    await end(link);

    expect((await get('/office', { ...ours, cookie })).text).toContain(`<span>${NAME}</span>`);
    // The proxy asks for no sign-in while it sees the cookie or a link, so both go.
    const again = await get('/office?q=grace', { cookie });
    expect(again).toMatchObject({ status: 303, headers: { location: '/office?q=grace' } });
    expect(again.cookies).toMatchObject([{ name: OFFICE_COOKIE, value: '' }]);
    const page = await get(`/office/applications/${id}`, { cookie });
    expect(page).toMatchObject({ status: 404, cookies: [{ name: OFFICE_COOKIE, value: '' }] });
    if (name.startsWith('a cookie')) return;
    const dead = await get(`/office?token=${link}`, {});
    expect(dead).toMatchObject({ status: 303, headers: { location: '/office' }, cookies: [] });
  });
});

describe('without these settings', () => {
  const plain = useTestServer({ env: { TRUST_PROXY: '10.1.2.0/24' } });

  test('the headers mean nothing', async () => {
    const request = { method: 'GET', url: '/office', headers: ours, remoteAddress: PROXY } as const;
    expect((await plain().visitor().send(request)).status).toBe(404);
  });
});
