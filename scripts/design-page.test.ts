import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DESIGN_FILE, withGeneratedPart } from './design-page.ts';

test('docs/design.md is current; if not, run: npm run test:pictures -- --update', () => {
  const page = readFileSync(DESIGN_FILE, 'utf8');
  expect(withGeneratedPart(page)).toBe(page);
});
