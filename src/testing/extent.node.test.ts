import { expect, test } from 'vitest';
import { leftOut } from './extent.node.ts';

test.each([
  { title: 'keeps an answer @long', titles: [], full: false, isLeftOut: true },
  { title: 'keeps an answer @long', titles: [], full: true, isLeftOut: false },
  { title: 'sends (at once)', titles: ['sends (at once)'], full: true, isLeftOut: true },
  { title: 'sends at once', titles: ['sends (at once)'], full: false, isLeftOut: false },
])('case %#: with a quarantine, and in full', ({ title, titles, full, isLeftOut }) => {
  expect(leftOut(titles, full)?.test(title) ?? false).toBe(isLeftOut);
});
