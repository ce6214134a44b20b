import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerKeys } from '#form/keys.ts';
import { declarationsOf } from './declarations.ts';

test.each(answerKeys)('%s is declared in one place', (key) => {
  expect(declarationsOf(key)).toHaveLength(1);
});

test('the place is the line that makes the question', () => {
  const [file = '', line = ''] = declarationsOf('college_3_zip')[0]?.split(':') ?? [];
  expect(file).toBe('src/form/groups/college.ts');
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('zip');
});

test('a key that nobody declares is nowhere', () => {
  expect(declarationsOf('favorite_color')).toEqual([]);
});
