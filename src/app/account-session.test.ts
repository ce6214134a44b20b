import { afterEach, expect, test, vi } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { TERM } from '#device/turn-in-use.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { tenant } from '#tenant/tenant.ts';
import { makeSession } from './account-session.ts';

const { tabOf } = freshBrowser();
fakeLocalStorage();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

test.each([
  { who: 'the applicant out', when: 'it is the last one here', isBehind: false, is: 'departed' },
  { who: 'nobody out', when: 'another tab has logged in since', isBehind: true, is: 'applicant' },
  {
    who: 'the applicant out',
    when: 'nothing more can be read',
    isBehind: true,
    isBroken: true,
    is: 'departed',
  },
])('an ended session leads $who if $when', async ({ isBehind, isBroken = false, is }) => {
  const { app } = await tabOf().start(ANN);
  const page = { cookie: marker };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:' });
  if (isBehind) localStorage.setItem(TERM, '"of another tab"');
  if (isBroken) vi.spyOn(app.device, 'read').mockResolvedValue('failed');
  makeSession(app, () => undefined).onError(new UnauthorizedError(401, ''));
  await app.catchUp();
  await vi.waitFor(() => expect(app.state.who.is).toBe(is));
  expect(page.cookie === marker).toBe(is === 'applicant');
});
