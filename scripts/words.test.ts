import { expect, test } from 'vitest';
import { countsOf, wordsIn } from './words.ts';

test.each([
  ['README.md', '# The form', 'pages'],
  ['docs/decisions/README.md', '# Decisions', 'decisions'],
  ['src/form/README.md', '# form', 'READMEs of folders'],
  [
    'docs/schema.md',
    '# Schema\n\nMade from a database by `npm run docs:schema`; do not edit.',
    'made by a script',
  ],
  ['docs/scale.md', '# Scale\n\nMade by `npm run bench:server` on a day', 'made by a script'],
])('%s with “%s” is counted with: %s', (page, text, kind) => {
  expect(countsOf(page, text)).toEqual([[kind, wordsIn(text)]]);
});

test('of a page with a made part, the rest was written by people', () => {
  const text = 'Two words.\n\n<!-- begin: made by `npm run x` -->\n\n| a |\n\n<!-- end -->\n\nOne.\n';
  const marks = 7;
  expect(countsOf('docs/speed.md', text)).toEqual([
    ['pages', 3],
    ['made by a script', 1 + marks],
  ]);
});

test('the bars and rules of a table are no words', () => {
  expect(wordsIn('Two words.\n\n| a | 12 ms |\n| --- | --: |\n')).toBe(5);
});
