import { expect, test } from 'vitest';
import { kindOf, wordsIn } from './words.ts';

test.each([
  ['README.md', '# The form', 'pages'],
  ['docs/decisions/README.md', '# Decisions', 'decisions'],
  ['src/form/README.md', '# form', 'READMEs of folders'],
  ['docs/commands.md', 'x\n\n<!-- begin: made by `npm run docs:commands` -->', 'made by a script'],
  [
    'docs/schema.md',
    '# Schema\n\nMade from a database by `npm run docs:schema`; do not edit.',
    'made by a script',
  ],
  ['docs/scale.md', '# Scale\n\nMade by `npm run bench:server` on a day', 'made by a script'],
])('%s with “%s” is counted with: %s', (page, text, kind) => {
  expect(kindOf(page, text)).toBe(kind);
});

test('the bars and rules of a table are no words', () => {
  expect(wordsIn('Two words.\n\n| a | 12 ms |\n| --- | --: |\n')).toBe(5);
});
