import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of.ts';

test.each([
  ['Ghana', 5, 'Ghana'],
  ['Ghana and Togo', 6, 'Ghana…'],
  ['Ghana and Togo', 8, 'Ghana…'],
  ['Ghana and Togo', 9, 'Ghana and…'],
  ['Ghana and Togo', 13, 'Ghana and…'],
  ['Ghana\n\nand Togo', 6, 'Ghana…'],
  ['Donaudampfschifffahrt', 5, 'Donau…'],
  ['👩🏽‍🎓👩🏽‍🎓 🎓🎓', 10, '👩🏽‍🎓👩🏽‍🎓…'],
])('of %j, %i letters are shown as %j', (text, maxChars, shown) => {
  expect(beginningOf(text, maxChars)).toBe(shown);
});
