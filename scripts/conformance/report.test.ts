import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { criteria } from './criteria.ts';
import { axeRules, REPORT_FILE, withReport } from './report.ts';

/** WCAG 2.2 has this many success criteria. 4.1.1 is obsolete and has no row. */
const NUM_CRITERIA = { A: 31, AA: 24 };

test('ACCESSIBILITY.md is current; if not, run: npm run docs:access', () => {
  const page = readFileSync(REPORT_FILE, 'utf8');
  expect(withReport(page)).toBe(page);
});

test.each(['A', 'AA'] as const)('every criterion of level %s is there once', (level) => {
  const numbers = criteria.filter((criterion) => criterion.level === level).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toHaveLength(NUM_CRITERIA[level]);
});

test.each(criteria)('$number $name names what shows it', ({ number, tests = [], byHand }) => {
  expect(tests.length > 0 || byHand !== undefined || axeRules().has(number)).toBe(true);
  for (const [file, title] of tests) expect(readFileSync(file, 'utf8'), file).toContain(title);
});

test('axe runs no rule for a criterion that the report leaves out', () => {
  // Level AAA.
  const others = [...axeRules().keys()].filter((number) => !criteria.some((row) => row.number === number));
  expect(others).toEqual(['2.1.3']);
});
