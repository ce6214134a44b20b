import { afterEach, expect, test, vi } from 'vitest';
import { getConversion } from '#contract/conversion.ts';
import { putLastPage } from '#contract/last-page.ts';
import { getProfile } from '#contract/profile.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { isSpoken } from './refusals.ts';
import { call, retryAfterOf } from './request.ts';

const DATE = 'Mon, 23 Nov 2026 12:00:00 GMT';

test.each([
  { asked: undefined, ms: undefined },
  { asked: '0', ms: 0 },
  { asked: '120', ms: 120_000 },
  { asked: 'Mon, 23 Nov 2026 12:00:30 GMT', ms: 30_000 },
  { asked: 'Mon, 23 Nov 2026 11:59:00 GMT', ms: 0 },
  { asked: 'Tue, 24 Nov 2026 12:00:00 GMT', ms: 300_000 },
  { asked: '99999999999', ms: 300_000 },
  { asked: 'soon', ms: undefined },
])('a server that asks for $asked gets $ms ms, on a device whose clock is a day behind', ({ asked, ms }) => {
  vi.setSystemTime('2026-11-22T12:00:00Z');
  const headers = new Headers({ date: DATE, ...(asked !== undefined && { 'retry-after': asked }) });
  expect(retryAfterOf({ headers })).toBe(ms);
  vi.useRealTimers();
});

test('without a date of the sender, the one of this device counts', () => {
  vi.setSystemTime('2026-11-23T12:00:00Z');
  expect(retryAfterOf({ headers: new Headers({ 'retry-after': 'Mon, 23 Nov 2026 12:00:10 GMT' }) })).toBe(
    10_000,
  );
  vi.useRealTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function answersWith(body: string | null, type: string, status = 200): void {
  const response = new Response(body, { status, headers: { 'content-type': type } });
  vi.stubGlobal('fetch', async () => response);
}

const notePage = () => call(putLastPage, { body: { last_page: '/about' } });

test.each(['{"message":"Saved."}', '{}', '{"ok":true}', '{"message":null}'])(
  'a call whose success says nothing in particular has succeeded with %s',
  async (body) => {
    answersWith(body, 'application/json');
    await expect(notePage()).resolves.toBeDefined();
  },
);

test.each([
  { body: '<html>Log in to this network</html>', type: 'text/html' },
  { body: '', type: 'text/plain' },
  { body: '', type: 'application/json' },
  { body: '"Saved."', type: 'application/json' },
  { body: '[]', type: 'application/json' },
])('it has not with $body as $type', async ({ body, type }) => {
  answersWith(body, type);
  const error: unknown = await notePage().catch((thrown: unknown) => thrown);
  expect(isSpoken(error)).toBe(false);
});

test.each([
  {
    body: '{"message":"No.","errors":{"zip":["Wrong."]}}',
    type: 'application/json',
    logged: { message: 'No.', errors: { zip: ['Wrong.'] } },
  },
  { body: '<html>Bad Gateway</html>', type: 'text/html', logged: UNEXPECTED },
])('a refusal is in the console with its body: $body', async ({ body, type, logged }) => {
  const response = new Response(body, { status: 422, headers: { 'content-type': type } });
  Object.defineProperty(response, 'url', { value: 'https://apply.example.edu/api/last-page' });
  vi.stubGlobal('fetch', async () => response);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await expect(notePage()).rejects.toThrow();
  expect(log).toHaveBeenCalledExactlyOnceWith('422 /api/last-page:', logged);
  log.mockRestore();
});

test('a call whose success is shown must bring it', async () => {
  answersWith('{}', 'application/json');
  await expect(call(getProfile, {})).rejects.toThrow();
});

test.each(['{"status":"COMPLETED","message":null}', '{"status":"COMPLETED"}'])(
  'a conversion needs no message: %s',
  async (body) => {
    answersWith(body, 'application/json');
    const conversion = await call(getConversion, { params: { key: 'employ_resume' } });
    expect(conversion.status).toBe('COMPLETED');
  },
);
