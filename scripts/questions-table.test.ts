import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerKeys } from '#form/keys.ts';
import { questionsTable, TABLE_FILE } from './questions-table.ts';

/** The page is about the first university, whose tests leave with its folder. */
const isFirst = existsSync('src/tenant/specification.test.ts');

test.runIf(isFirst)('docs/questions.md is current; if not, run: npm run docs:questions', () => {
  expect(readFileSync(TABLE_FILE, 'utf8')).toBe(questionsTable());
});

test.each(answerKeys)('%s has one line', (key) => {
  expect(questionsTable().split(`\n| \`${key}\` |`)).toHaveLength(2);
});
