import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DESIGN_FILE, withGeneratedPart } from './design-page.ts';

/** The page is about the first university, whose tests leave with its folder. */
const isFirst = existsSync('src/tenant/specification.test.ts');

test.runIf(isFirst)('docs/design.md is current; if not, run: npm run test:pictures -- --update', () => {
  const page = readFileSync(DESIGN_FILE, 'utf8');
  expect(withGeneratedPart(page)).toBe(page);
});
