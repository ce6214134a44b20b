import { expect, test } from 'vitest';
import { questionsSaying } from './questions-saying.ts';

const keysSaying = (words: string) => questionsSaying(words).map(({ key }) => key);

test.each([
  { words: 'preferred', of: 'a label', key: 'preferred_name' },
  { words: 'military service', of: 'the title of a section', key: 'military_dependent' },
  { words: 'Race', of: 'the legend of a group', key: 'race_asian' },
  { words: 'ZIP or postal', of: 'the label of several', key: 'employer_zip' },
])('$words, $of, finds $key', ({ words, key }) => {
  expect(keysSaying(words)).toContain(key);
});

test('words that are nowhere find nothing', () => {
  expect(keysSaying('favorite color')).toEqual([]);
});
