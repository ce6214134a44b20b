import { afterEach, expect, test, vi } from 'vitest';
import { getConversion } from '#contract/conversion.ts';
import { putLastPage } from '#contract/last-page.ts';
import { forgotPassword } from '#contract/forgot-password.ts';
import { getProfile } from '#contract/profile.ts';
import { NetworkError, ServerError, UnauthorizedError } from './errors.ts';
import { AnotherAccountError, isForbidden, isSpoken, UnconfirmedError } from './refusals.ts';
import { call, endCalls, exchange, nameAccount } from './request.ts';

const DATE = 'Mon, 23 Nov 2026 12:00:00 GMT';
const notePage = () => call(putLastPage, { body: { last_page: '/about' } });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @returns a response as from `fetch`, with an address */
function answerOf(body: string, init: ResponseInit): Response {
  const response = new Response(body, init);
  Object.defineProperty(response, 'url', { value: 'https://apply.example.edu/api/last-page' });
  return response;
}

function refusesWith(headers: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async () => answerOf('{"message":"Busy."}', { status: 503, headers }));
  vi.spyOn(console, 'error').mockReturnValue();
}

/** @returns the milliseconds in the error of a refused call */
async function waitAskedFor(): Promise<number | undefined> {
  const error: unknown = await notePage().catch((thrown: unknown) => thrown);
  if (!(error instanceof ServerError)) throw error;
  return error.retryAfterMs;
}

test.each([
  { asked: undefined, ms: undefined },
  { asked: '0', ms: 0 },
  { asked: '120', ms: 120_000 },
  { asked: 'Mon, 23 Nov 2026 12:00:30 GMT', ms: 30_000 },
  { asked: 'Mon, 23 Nov 2026 11:59:00 GMT', ms: 0 },
  { asked: 'Tue, 24 Nov 2026 12:00:00 GMT', ms: 300_000 },
  { asked: '99999999999', ms: 300_000 },
  { asked: 'soon', ms: undefined },
])(
  'a server that asks for $asked gets $ms ms, on a device whose clock is a day behind',
  async ({ asked, ms }) => {
    vi.setSystemTime('2026-11-22T12:00:00Z');
    refusesWith({ date: DATE, ...(asked !== undefined && { 'retry-after': asked }) });
    await expect(waitAskedFor()).resolves.toBe(ms);
  },
);

test('without a date of the sender, the one of this device counts', async () => {
  vi.setSystemTime('2026-11-23T12:00:00Z');
  refusesWith({ 'retry-after': 'Mon, 23 Nov 2026 12:00:10 GMT' });
  await expect(waitAskedFor()).resolves.toBe(10_000);
});

function answersWith(body: string | null, type: string, status = 200): void {
  const response = new Response(body, { status, headers: { 'content-type': type } });
  vi.stubGlobal('fetch', async () => response);
}

test.each(['{"message":"Saved."}', '{}', '{"ok":true}', '{"message":null}', '"OK"', '[]', '1', 'null'])(
  'a call whose success needs no message succeeds with %s',
  async (body) => {
    answersWith(body, 'application/json');
    await expect(notePage()).resolves.toBeDefined();
  },
);

test.each([
  { body: '<html>Log in to this network</html>', type: 'text/html' },
  { body: '', type: 'text/plain' },
  { body: '', type: 'application/json' },
])('it does not with $body as $type', async ({ body, type }) => {
  answersWith(body, type);
  const error: unknown = await notePage().catch((thrown: unknown) => thrown);
  expect(isSpoken(error)).toBe(false);
});

test.each([
  { body: '{"message":"No.","errors":{"zip":["Wrong."]}}', type: 'application/json' },
  { body: '<html>Bad Gateway</html>', type: 'text/html' },
  { body: '', type: 'text/plain' },
])('of a refusal, the console has the status and the path alone: $body', async ({ body, type }) => {
  const response = answerOf(body, { status: 422, headers: { 'content-type': type } });
  vi.stubGlobal('fetch', async () => response);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await expect(notePage()).rejects.toThrow();
  expect(log).toHaveBeenCalledExactlyOnceWith('422 /api/last-page');
});

test('an exchange sends headers beside those of every call, and gives back the response’s', async () => {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(new Request(`https://apply.example.edu${path}`, init));
    return Response.json({ message: 'Saved.' }, { headers: { etag: '"8"' } });
  });
  const { body, headers } = await exchange(putLastPage, {
    body: { last_page: '/about' },
    headers: { 'If-Match': '"7"' },
  });
  expect(body).toEqual({ message: 'Saved.' });
  expect(headers.get('ETag')).toBe('"8"');
  const [request] = requests;
  expect(request?.headers.get('If-Match')).toBe('"7"');
  expect(request?.headers.get('Content-Type')).toBe('application/json');
});

const ANN = 'a1'.repeat(32);

test.each([
  { who: 'nobody', account: '', named: null },
  { who: 'an applicant', account: ANN, named: ANN },
  { who: 'an applicant whose browser makes no digest', account: 'ann%40example.com', named: null },
])('a call of an applicant names the account of $who, and no other call does', async ({ account, named }) => {
  const found: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    found.push(new Headers(headers).get('account-digest'));
    return Response.json({ message: 'Done.' });
  });
  nameAccount(() => account);
  await notePage();
  await call(forgotPassword, { body: { username: 'ann@example.com' } });
  nameAccount(() => '');
  expect(found).toEqual([named, null]);
});

test.each([
  { body: '{"message":"Log in.","another_account":true}', isAnothers: true },
  { body: '{"message":"Log in."}', isAnothers: false },
  { body: '', isAnothers: false },
])(
  'a session of which the server says "$body" is another one’s: $isAnothers',
  async ({ body, isAnothers }) => {
    vi.stubGlobal('fetch', async () =>
      answerOf(body, { status: 401, headers: { 'content-type': 'application/json' } }),
    );
    const error: unknown = await notePage().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error instanceof AnotherAccountError).toBe(isAnothers);
  },
);

test.each([
  { sent: true, read: 'true' },
  { sent: false, read: '' },
  { sent: 'true', read: 'true' },
])('a checkbox that the server keeps as $sent is read as "$read"', async ({ sent, read }) => {
  const profile = { username: 'ann@example.com', document_answer: {}, last_page: null, web_status: [] };
  answersWith(JSON.stringify({ ...profile, answer: { legal_agree: sent } }), 'application/json');
  expect((await call(getProfile, {})).answer).toEqual({ legal_agree: read });
});

test('a profile belongs to somebody', async () => {
  answersWith('{}', 'application/json');
  await expect(call(getProfile, {})).rejects.toThrow();
});

test.each([
  { body: '{"message":"Enter the code.","unconfirmed":true}', isUnconfirmed: true },
  { body: '{"message":"Call us."}', isUnconfirmed: false },
  { body: '{"message":"Call us.","unconfirmed":"no"}', isUnconfirmed: false },
])('a refusal that says $body is an unconfirmed sign-up: $isUnconfirmed', async ({ body, isUnconfirmed }) => {
  const response = answerOf(body, { status: 403, headers: { 'content-type': 'application/json' } });
  vi.stubGlobal('fetch', async () => response);
  vi.spyOn(console, 'error').mockReturnValue();
  const error: unknown = await notePage().catch((thrown: unknown) => thrown);
  expect(error instanceof UnconfirmedError).toBe(isUnconfirmed);
  expect(isForbidden(error)).toBe(true);
});

test.each(['{"status":"COMPLETED","message":null}', '{"status":"COMPLETED"}'])(
  'a conversion needs no message: %s',
  async (body) => {
    answersWith(body, 'application/json');
    const conversion = await call(getConversion, { params: { key: 'employ_resume' } });
    expect(conversion.status).toBe('COMPLETED');
  },
);

test.each([{ any: true }, { any: false }])(
  'calls of an applicant end when somebody logs in or out, and later ones do not (AbortSignal.any: $any)',
  async ({ any }) => {
    if (!any) vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });
    const ended: string[] = [];
    vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      ended.push(path);
      throw new DOMException('Aborted.', 'AbortError');
    });
    const before = notePage();
    void call(forgotPassword, { body: { username: 'ann@example.com' } });
    endCalls();
    void notePage().catch(() => undefined);
    await expect(before).rejects.toThrow(NetworkError);
    expect(ended).toEqual(['/api/last-page']);
  },
);
