import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/specification.md', 'utf8');
const IS_TEST = /\.(test|spec)\.tsx?$/;

/** What is asked for, and the files that do it and test it. Departures follow the files. */
const rows = [...page.matchAll(/^- (.+?): (`[^`]+`(?:, `[^`]+`)*)\./gm)].map(([, what = '', files = '']) => ({
  what,
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file.replace(/^J\//, 'e2e/journeys/')),
}));

test('every line of the page names files and tests', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('- '));
  expect(rows.map(({ what }) => what)).toHaveLength(lines.length);
  expect(rows.length).toBeGreaterThan(60);
});

/** The tests of the first university leave with its folder, all of them. */
const hasLeft = (file: string) =>
  /^src\/tenant\/.+\.test\.ts$/.test(file) && !existsSync('src/tenant/names.node.test.ts');

test.each(rows)('$what', ({ files }) => {
  expect(files.filter((file) => !existsSync(file) && !hasLeft(file))).toEqual([]);
  expect(new Set(files.map((file) => IS_TEST.test(file)))).toEqual(new Set([true, false]));
});
