import { afterEach, expect, test, vi } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { messagesOf } from '#testing/judge.ts';
import { todayIn } from './today.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  { zone: 'Etc/GMT-14', now: '2026-11-20T09:59:59Z', today: '2026-11-20' },
  { zone: 'Etc/GMT-14', now: '2026-11-20T10:00:00Z', today: '2026-11-21' },
  { zone: 'Etc/GMT+12', now: '2026-11-20T11:59:59Z', today: '2026-11-19' },
  { zone: 'Etc/GMT+12', now: '2026-11-20T12:00:00Z', today: '2026-11-20' },
  { zone: 'UTC', now: '2026-12-31T23:59:59Z', today: '2026-12-31' },
  { zone: 'America/New_York', now: '2026-07-01T03:59:59Z', today: '2026-06-30' },
  { zone: 'America/New_York', now: '2024-02-29T12:00:00Z', today: '2024-02-29' },
])('in $zone it is $today at $now', ({ zone, now, today }) => {
  expect(todayIn(zone, new Date(now))).toBe(today);
});

test.each(['Etc/GMT-14', 'Etc/GMT+12', 'UTC', 'Asia/Kathmandu'])(
  'a device in %s comes to the university’s verdict at midnight of the 13th birthday',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const midnight = new Date('2026-11-20T05:00:00Z');
    expect(midnight.getHours()).not.toBe(0);
    const verdict = (now: Date) =>
      messagesOf('birth_date', { birth_date: '2013-11-20' }, todayIn('America/New_York', now));
    expect(verdict(new Date(midnight.getTime() - 1))).toEqual(['You must be 13 years or older to apply.']);
    expect(verdict(midnight)).toEqual([]);
  },
);

test('the university’s zone is one that this runtime knows', () => {
  expect(todayIn(tenant.timeZone, new Date('2026-06-15T12:00:00Z'))).toBe('2026-06-15');
});
