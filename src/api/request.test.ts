import { expect, test, vi } from 'vitest';
import { retryAfterOf } from './request.ts';

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
