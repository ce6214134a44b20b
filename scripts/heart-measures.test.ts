import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measuresTable } from './heart-measures.ts';

/** Without the spaces and dashes that align the columns of a table. */
function withoutPadding(table: string): string {
  return table.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '-');
}

test('the measures in src/application/README.md are current; if not, copy them from: npm run measures', () => {
  const readme = readFileSync('src/application/README.md', 'utf8');
  expect(withoutPadding(readme)).toContain(withoutPadding(measuresTable()));
});
