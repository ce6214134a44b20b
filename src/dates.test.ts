import { expect, test } from 'vitest';
import { isCalendarDate } from './dates.ts';

test.each([
  { date: '2024-02-29', exists: true },
  { date: '2023-02-29', exists: false },
  { date: '2000-02-29', exists: true },
  { date: '1900-02-29', exists: false },
  { date: '2026-04-31', exists: false },
  { date: '2026-12-31', exists: true },
  { date: '2026-13-01', exists: false },
  { date: '2026-00-10', exists: false },
  { date: '2026-01-00', exists: false },
  { date: '0000-01-01', exists: false },
  { date: '26-01-01', exists: false },
  { date: '2026-1-1', exists: false },
  { date: '2026-01-01T00:00', exists: false },
  { date: '٢٠٢٦-٠١-٠١', exists: false },
])('$date is a day of the calendar: $exists', ({ date, exists }) => {
  expect(isCalendarDate(date)).toBe(exists);
});
