import { afterEach, expect, test, vi } from 'vitest';
import type { Clock } from '#device/clock.ts';
import { watchBanner } from './banner.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  { status: 200, isEnded: false },
  { status: 500, isEnded: false },
  { status: 404, isEnded: true },
])('a server that answers with $status is asked no more: $isEnded', async ({ status, isEnded }) => {
  const headers = { 'content-type': 'application/json' };
  const fetched = vi.fn(async () => new Response('{}', { status, headers }));
  vi.stubGlobal('fetch', fetched);
  const end = vi.fn();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the banner needs no other part of a clock
  watchBanner({ every: () => end } as unknown as Clock, () => undefined);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(end).toHaveBeenCalledTimes(isEnded ? 1 : 0);
});
