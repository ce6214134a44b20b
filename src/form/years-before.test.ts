import { expect, test } from 'vitest';
import { yearsBefore } from './years-before.ts';

test.each([
  { date: '2026-11-20', years: 13, before: '2013-11-20' },
  { date: '2024-02-29', years: 13, before: '2011-02-28' },
  { date: '2024-02-29', years: 100, before: '1924-02-29' },
  { date: '2000-02-29', years: 100, before: '1900-02-28' },
  { date: '0100-03-01', years: 99, before: '0001-03-01' },
])('$years years before $date is $before', ({ date, years, before }) => {
  expect(yearsBefore(date, years)).toBe(before);
});
