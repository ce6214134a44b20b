import { expect, test } from 'vitest';
import { applicationNumber } from '#server/domain/ground/application-number.ts';
import { readSearchText } from './search-text.ts';

const number = applicationNumber(4711);
const [front = '', back = ''] = number.split('-');
const spaced = Array.from(front + back).join(' ');

test.each([
  number,
  `No. ${front} ${back}`,
  `#${front}.${back}`,
  `№${front}–${back}`,
  `my number is ${front.toLowerCase()}_${back.toLowerCase()}, thank you`,
  `${front} - ${back}`,
  spaced,
  `number ${spaced} of Ann Lee`,
  `(${front}${back})`,
])('"%s" has a number, with any signs between its own', (text) => {
  expect(readSearchText(text).serials).toEqual([4711]);
});

test.each([`${front}${back}x`, `x${front} ${back}`, 'Ann Lee', '2026-11-30', ''])('"%s" has none', (text) => {
  expect(readSearchText(text).serials).toEqual([]);
});

test('several numbers in one text are all found', () => {
  const others = [1, 2, 3];
  expect(readSearchText(others.map(applicationNumber).join(', ')).serials).toEqual(others);
});

test.each([
  'ann@x.org',
  ' Ann@X.org. ',
  '"Ann Lee" <ann@x.org>',
  'Lee, Ann (Student) <ann@x.org>;',
  'Ann Lee [mailto:ann@x.org]',
  'mailto:ann@x.org?subject=My%20application',
  'MAILTO:%61nn@x.org',
  "'ann@x.org'",
  '“ann@x.org”',
])('%s is the address in it', (text) => {
  const { addresses, words } = readSearchText(text);
  expect(addresses.at(-1)).toBe('ann@x.org');
  expect(words).toEqual([]);
});

test('several addresses, as a mail program copies them, are all read', () => {
  expect(readSearchText('Ann <ann@x.org>; "Lee, Bo" <o\'bo+1@y.org>').addresses).toEqual([
    'ann@x.org',
    "o'bo+1@y.org",
  ]);
});

test.each([
  { text: 'ann lee', words: ['ann', 'lee'] },
  { text: '@x.org ann', words: ['@x.org', 'ann'] },
  { text: 'ann@', words: ['ann@'] },
  { text: 'a b c d e f g', words: ['a', 'b', 'c', 'd', 'e', 'f'] },
])('"$text" is parts of names and addresses', ({ text, words }) => {
  expect(readSearchText(text)).toEqual({ serials: [], addresses: [], words });
});
