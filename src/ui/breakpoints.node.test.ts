import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Of specification §9, in em of 16 px. `tokens.css` says why they are repeated in each media query. */
const BREAKPOINTS_EM = [600 / 16, 1000 / 16];
/** Below it, only large text has a layout of its own. */
const NARROWEST_PHONE_EM = 26;

test('layouts change at 600 and 1000 px alone', () => {
  const widths = globSync('src/**/*.css').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bwidth (?:<=|>|<|>=) ([\d.]+)(\w+)/g)].map(
      ([, number, unit]) => ({ path, width: Number(number), unit }),
    ),
  );
  expect(widths.length).toBeGreaterThan(20);
  const strange = widths.filter(({ width }) => width > NARROWEST_PHONE_EM && !BREAKPOINTS_EM.includes(width));
  expect(strange).toEqual([]);
});
