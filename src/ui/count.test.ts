import { expect, test } from 'vitest';
import { countAnnouncement, countText } from './count.ts';

test.each([
  { length: 0, max: 1500, shown: '0 of 1,500 characters', said: '' },
  { length: 1349, max: 1500, shown: '1,349 of 1,500 characters', said: '' },
  { length: 1350, max: 1500, shown: '1,350 of 1,500 characters', said: '150 characters left' },
  { length: 0, max: 1000000, shown: '0 of 1,000,000 characters', said: '' },
  { length: 6999, max: 7000, shown: '6,999 of 7,000 characters', said: '1 character left' },
  { length: 7000, max: 7000, shown: '7,000 of 7,000 characters', said: '0 characters left' },
  { length: 7001, max: 7000, shown: '1 character too many', said: '1 character too many' },
])('$length of $max', ({ length, max, shown, said }) => {
  expect(countText(length, max)).toBe(shown);
  expect(countAnnouncement(length, max)).toBe(said);
});
