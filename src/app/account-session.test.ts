import { afterEach, expect, test, vi } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { tenant } from '#tenant/tenant.ts';
import { makeSession } from './account-session.ts';

const { tabOf } = freshBrowser();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const marker = `${tenant.identityCookiePrefix}.session=1`;

test.each([
  { what: 'is asked for again', when: 'nobody has logged in since', cookie: '', calls: 2 },
  { what: 'is left alone', when: 'another tab has logged in since', cookie: marker, calls: 1 },
])('the end of a session without a network $what if $when', async ({ cookie, calls }) => {
  const { app } = await tabOf().start();
  const page = { cookie: '' };
  const fetch = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', fetch);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  makeSession(app, () => undefined).end(ANN);
  await vi.advanceTimersByTimeAsync(500);
  page.cookie = cookie;
  await vi.advanceTimersByTimeAsync(1200);
  expect(fetch).toHaveBeenCalledTimes(calls);
});
