import { describe, expect, test } from 'vitest';
import { registeredAddresses } from '#server/testing/registered.ts';
import { TestMailer } from '#server/testing/test-mailer.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { tenant } from '#tenant/tenant.ts';

class KeepingMailer extends TestMailer {
  kept = async () => [];
}

const registered = registeredAddresses();
const server = useTestServer({ overrides: { mail: new KeepingMailer() } });

/** The addresses that are no calls of the contract, each with the answer to a stranger on another machine. */
const others: Readonly<Record<string, { readonly status: number; readonly because: string }>> = {
  'GET /api/pdf/copy/:generation': { status: 401, because: 'it needs the session of its owner' },
  'POST /storage/documents': { status: 403, because: 'the form is signed' },
  'GET /public/unsubscribe': { status: 404, because: 'the link is signed' },
  'POST /public/unsubscribe': { status: 404, because: 'the link is signed' },
  'GET /office': { status: 404, because: 'it needs a link, or its session' },
  'POST /office/enter': { status: 404, because: 'it needs a link' },
  'GET /dev/mail/:key': { status: 404, because: 'it is for this machine, and needs the key' },
  'GET /dev/mail/:key.json': { status: 404, because: 'it is for this machine, and needs the key' },
  'GET /dev/mail/:key/:id': { status: 404, because: 'it is for this machine, and needs the key' },
  'GET /metrics': { status: 404, because: 'it is for this machine, or needs a token' },
  'GET /healthz': { status: 200, because: 'it says that the server lives' },
  'GET /readyz': { status: 200, because: 'it says whether each part works' },
  'GET /public/accessibility': {
    status: 200,
    because: 'it tells of the form, and whom to tell of a barrier',
  },
  'GET /openapi': { status: 200, because: 'it describes the calls to people' },
  'GET /openapi.json': { status: 200, because: 'it describes the calls' },
  'GET /.well-known/change-password': { status: 303, because: 'it leads to the form for a new password' },
  'GET /.well-known/security.txt': { status: 200, because: 'it says where to report a fault' },
  ...Object.fromEntries(
    [
      'GET /office/applications.csv',
      'GET /office/answers.csv',
      'GET /office/help',
      'GET /office/applications.xlsx',
      'GET /office/answers.xlsx',
      'GET /office/applications.zip',
      'GET /office/applications/:id',
      'GET /office/applications/:id/application.pdf',
      'GET /office/applications/:id/documents/:key.pdf',
      'GET /office/applications/:id/delete',
      'GET /office/applications/:id/reopen',
      'GET /office/remind',
      'POST /office/applications/:id/delete',
      'POST /office/applications/:id/reopen',
      'POST /office/applications/:id/review',
      'POST /office/remind',
      'POST /office/logout',
    ].map((address) => [address, { status: 404, because: 'it needs the session of a link' }]),
  ),
};

test('every address is a call of the contract, or named here', async () => {
  const { paths } = (await server().visitor().get('/openapi.json')).body;
  const calls = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(calls.length).toBeGreaterThan(25);
  const addresses = registered
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  expect([...new Set(addresses)].toSorted()).toEqual(
    [...new Set([...calls, ...Object.keys(others)])].toSorted(),
  );
});

test('every address has the checks of a call or of a page', () => {
  const unframed = registered.filter(
    ({ config }) => config?.call === undefined && config?.page === undefined,
  );
  expect(unframed.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
});

const FORM = [
  '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nx/y\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
].join('');

const madeUp = 'x'.repeat(43);
const strangers = [
  { who: 'a stranger', headers: {}, query: '' },
  {
    who: 'a stranger with a made-up secret for everything',
    headers: {
      authorization: `Bearer ${madeUp}`,
      cookie: ['admissions-session', 'admissions-office', `${tenant.identityCookiePrefix}.session`]
        .map((name) => `${name}=${madeUp}`)
        .join('; '),
    },
    query: `?token=${madeUp}&service_token=${madeUp}&id=${madeUp}&signature=${madeUp}`,
  },
];

describe.each(strangers)('$who', ({ headers, query }) => {
  test.each(Object.entries(others).map(([address, answer]) => ({ address, ...answer })))(
    'gets $status from $address: $because',
    async ({ address, status }) => {
      const [method = '', pattern = ''] = address.split(' ');
      const isPost = method === 'POST';
      const answer = await server()
        .visitor()
        .send({
          method: isPost ? 'POST' : 'GET',
          url: pattern.replace(':key', madeUp).replaceAll(/:\w+/g, crypto.randomUUID()) + query,
          remoteAddress: '203.0.113.9',
          headers: { ...headers, ...(isPost && { 'content-type': 'multipart/form-data; boundary=b' }) },
          ...(isPost && { payload: FORM }),
        });
      expect({ address, status: answer.status }).toEqual({ address, status });
    },
  );
});
