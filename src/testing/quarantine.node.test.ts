import { expect, test } from 'vitest';
import { notInQuarantine } from './quarantine.node.ts';

test.each([
  { title: 'sends (at once)', titles: [], runs: true },
  { title: 'a journey sends (at once)', titles: ['keeps', 'sends (at once)'], runs: false },
  { title: 'sends at once', titles: ['sends (at once)'], runs: true },
])('"$title" runs with $titles in quarantine: $runs', ({ title, titles, runs }) => {
  expect(notInQuarantine(titles).test(title)).toBe(runs);
});
