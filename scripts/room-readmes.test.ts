import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** About what fits on a page. */
const PAGE_LINES = 60;

const readmes = execFileSync('git', ['ls-files', 'src/*/README.md', 'sw/README.md', 'e2e/**/README.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');

test.each(readmes)('%s says on one page how its room is today', (path) => {
  const text = readFileSync(path, 'utf8');
  expect(text.split('\n').length).toBeLessThanOrEqual(PAGE_LINES);
  expect(text).not.toMatch(/\b20\d\d-\d\d-\d\d\b/);
});
