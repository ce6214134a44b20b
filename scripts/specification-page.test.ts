import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/specification.md', 'utf8');

/** The rows of the tables: what is asked for, the files that do it, and the tests that show it. */
const rows = [...page.matchAll(/^\| ([^|]+?) +\| (`[^|]+?) +\| (`[^|]+?) +\|.*\|$/gm)].map(
  ([, what = '', where = '', shown = '']) => ({ what, where: filesIn(where), shown: filesIn(shown) }),
);

function filesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file.replace(/^J\//, 'e2e/journeys/'));
}

test('every row of the page names files and tests', () => {
  const lines = page.split('\n').filter((line) => /^\| (?!what |---|-)/.test(line));
  expect(rows.map(({ what }) => what)).toHaveLength(lines.length);
  expect(rows.length).toBeGreaterThan(60);
});

/** The tests of the first university leave with its folder, all of them. */
const hasLeft = (file: string) =>
  /^src\/tenant\/.+\.test\.ts$/.test(file) && !existsSync('src/tenant/names.node.test.ts');

test.each(rows)('$what', ({ where, shown }) => {
  expect([...where, ...shown].filter((file) => !existsSync(file) && !hasLeft(file))).toEqual([]);
  expect(shown.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))).toEqual([]);
});
