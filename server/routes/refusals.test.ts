import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { Limit } from '#server/domain/limits/rate-limits.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ hasWorkers: false });
const AT_ONCE = 100;
const [NETWORK, OWNER] = ['192.0.2.1', 'owner@example.com'];
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends requests at the same moment. Returns their statuses, and how many connections they held at once. */
async function flood(requests: readonly InjectOptions[]) {
  const { pool } = server().context.database;
  let held = 0;
  let mostHeld = 0;
  const acquired = () => {
    held += 1;
    mostHeld = Math.max(mostHeld, held);
  };
  const released = () => {
    held -= 1;
  };
  pool.on('acquire', acquired).on('release', released);
  const answers = await Promise.all(requests.map((request) => server().app.inject(request)));
  pool.off('acquire', acquired).off('release', released);
  return { statuses: [...new Set(answers.map(({ statusCode }) => statusCode))].sort(), mostHeld };
}

const many = (make: (n: number) => InjectOptions) => Array.from({ length: AT_ONCE }, (_, n) => make(n));

function post(url: string, payload: object, remoteAddress = NETWORK): InjectOptions {
  return { method: 'POST', url, headers: JSON_TYPE, payload, remoteAddress };
}

const get = (url: string): InjectOptions => ({ method: 'GET', url, remoteAddress: NETWORK });
const login = (username: string, network?: string) =>
  post('/public/login', { username, password: PASSWORD }, network);
const failure = { kind: 'thrown', release: '1', route: '/about' };
const somebody = (n: number) => `person-${n}@example.com`;

interface Flood {
  readonly what: string;
  readonly full?: Limit;
  readonly request: (n: number) => InjectOptions;
}

const refused: readonly Flood[] = [
  {
    what: 'logins to one account',
    full: limits.loginPair(NETWORK, OWNER),
    request: () => login(OWNER),
  },
  {
    what: 'logins to many accounts',
    full: limits.loginFromNetwork(NETWORK),
    request: (n) => login(somebody(n)),
  },
  {
    what: 'logins from many networks',
    full: limits.loginToAccount(OWNER),
    request: (n) => login(OWNER, `198.51.100.${n}`),
  },
  {
    what: 'password links for many addresses',
    full: limits.mailFromNetwork(NETWORK, 600),
    request: (n) => post('/public/forgot-password', { username: somebody(n) }),
  },
  {
    what: 'new codes',
    full: limits.mailFromNetwork(NETWORK, 600),
    request: (n) => post('/public/resend-confirm', { username: somebody(n) }),
  },
  {
    what: 'sign-ups',
    full: limits.signupFromNetwork(NETWORK, 1000),
    request: (n) => post('/public/signup', { username: somebody(n), password: PASSWORD }),
  },
  {
    what: 'guesses at codes',
    full: limits.confirmFromNetwork(NETWORK),
    request: (n) => post('/public/confirm', { username: somebody(n), code: '123456' }),
  },
  {
    what: 'guesses at links',
    full: limits.resetFromNetwork(NETWORK),
    request: (n) =>
      post('/public/reset-password', {
        ...{ username: somebody(n), id: 'x', password: PASSWORD, confirm_password: PASSWORD },
      }),
  },
  {
    what: 'failures of pages',
    full: limits.clientErrorFromNetwork(NETWORK),
    request: () => post('/public/client-error', failure),
  },
  {
    what: 'counts of pages',
    full: limits.clientCountFromNetwork(NETWORK),
    request: () => post('/public/client-count', { kind: 'updated' }),
  },
  {
    what: 'look-ups',
    full: limits.lookupFromNetwork(NETWORK),
    request: () => get('/lookup/find?text=yale&category=college_ceeb'),
  },
  ...[
    { url: '/public/tmp?token=x', path: '/public/tmp' },
    { url: '/service/tmp-pdf?service_token=x', path: '/service/tmp-pdf' },
    { url: '/service/document?service_token=x', path: '/service/document' },
    { url: '/office?token=x', path: 'office-link' },
    { url: '/office', path: '/office' },
  ].map(({ url, path }) => ({
    ...{ what: url, full: limits.viewFromNetwork(NETWORK, path), request: () => get(url) },
  })),
  {
    what: 'requests for the banner',
    full: limits.bannerFromNetwork(NETWORK),
    request: () => get('/public/banner'),
  },
  {
    what: 'requests for the export',
    full: limits.exportFromNetwork(NETWORK),
    request: () => get('/export/applications'),
  },
];

test.each(refused)('a hundred $what at once are refused over one or two connections', async (flooding) => {
  const { context } = server();
  const { full, request } = flooding;
  if (full) await context.rateLimits.spend(full, full.most * 10);
  expect(await flood(many(request))).toEqual({ statuses: [429], mostHeld: expect.toBeOneOf([1, 2]) });
  // A limit that is known to be full costs nothing.
  const again = await flood(many(request));
  const isAsked = flooding.what === 'logins from many networks';
  expect(again).toEqual({ statuses: [429], mostHeld: isAsked ? 1 : 0 });
  if (full) await context.rateLimits.clear(full);
});

test.each([
  { what: 'a session that is none', status: 401, url: '/api/profile', cookie: () => randomUUID() },
  { what: 'no session', status: 401, url: '/api/profile', cookie: () => '' },
])('a hundred requests with $what hold at most two connections', async ({ status, url, cookie }) => {
  const requests = many(() => ({ ...get(url), cookies: { 'admissions-session': cookie() } }));
  const { statuses, mostHeld } = await flood(requests);
  expect(statuses).toEqual([status]);
  expect(mostHeld).toBeLessThanOrEqual(2);
});

test('the banner is read once, however many ask', async () => {
  server().clock.advance(1000);
  const asked = { statuses: [200], mostHeld: expect.toBeOneOf([1, 2]) };
  expect(await flood(many(() => get('/public/banner')))).toEqual(asked);
  // The limit is counted, twenty at once.
  expect(await flood(many(() => get('/public/banner')))).toEqual({ statuses: [200], mostHeld: 1 });
});

let cookies: Record<string, string>;
beforeAll(async () => {
  const { account, context, clock } = server();
  const { id } = await account(OWNER);
  const session = await context.database.transaction(async (transaction) => {
    const { makeSessions } = await import('#server/domain/accounts/sessions.ts');
    return makeSessions({ database: context.database, clock }).start(transaction, id);
  });
  cookies = { 'admissions-session': session };
});

const KEY = 'employ_resume';

test('a hundred files by one form at once use at most two connections to the database', async () => {
  await server().context.rateLimits.clear(
    limits.upload((await server().context.applicants.find(OWNER))?.id ?? ''),
  );
  const form = await server().app.inject({
    ...{ method: 'POST', url: '/api/presigned-url', payload: { answer_key: KEY }, cookies },
  });
  const payload = multipart(Object.entries<string>(form.json().fields), Buffer.from('a file'));
  const { mostHeld } = await flood(
    many(() => ({ method: 'POST', url: '/storage/documents', headers: MULTIPART, payload })),
  );
  expect(mostHeld).toBeGreaterThan(0);
  expect(mostHeld).toBeLessThanOrEqual(2);
});

testEach<InjectOptions & { readonly url: string }>([
  { method: 'PUT', url: '/api/answer', payload: { answers: { city: 'Erie' } } },
  { method: 'PUT', url: '/api/last-page', payload: { last_page: '/education' } },
  { method: 'POST', url: '/api/web-status', payload: { web_status: 'started' } },
  {
    method: 'PUT',
    url: '/api/tabs',
    payload: { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' },
  },
  { method: 'PUT', url: '/api/add-another', payload: { button_id: 'college', num_components: 2 } },
  { method: 'POST', url: '/api/validations', payload: {} },
  { method: 'POST', url: '/api/submit' },
  { method: 'POST', url: '/api/presigned-url', payload: { answer_key: KEY } },
  { method: 'POST', url: `/api/pdf/document-answer/${KEY}`, payload: { file_key: 'x', file_name: 'a.pdf' } },
  { method: 'DELETE', url: `/api/document-answer/${KEY}` },
  { method: 'DELETE', url: `/api/pdf/document-answer/${KEY}` },
  { method: 'GET', url: '/api/profile' },
  { method: 'GET', url: '/api/tabs' },
  { method: 'GET', url: '/api/add-another' },
  { method: 'GET', url: '/api/document-answer' },
  { method: 'GET', url: `/api/pdf/document-answer/${KEY}` },
  { method: 'GET', url: '/api/pdf' },
  { method: 'GET', url: `/api/pdf/copy/${randomUUID()}?expires=1&signature=x` },
])(
  'of one account a hundred $method $url at once hold at most two connections',
  { short: 6 },
  async (request) => {
    const { statuses, mostHeld } = await flood(many(() => ({ ...request, cookies, remoteAddress: NETWORK })));
    expect(mostHeld).toBeLessThanOrEqual(2);
    expect(mostHeld).toBeGreaterThan(0);
    // Requests that would wait too long are asked to try again.
    expect(statuses).toContain(503);
  },
);
