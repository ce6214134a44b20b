import { readFileSync } from 'node:fs';

/** `npm test` runs some of the tests, and some variants of the same rule; `npm run test:unit` and `test:browser` run all. */
export const isFull = process.env['EXTENT'] === 'full';

/** In the title of a test that `npm test` leaves out: tests near it cover most of what it covers. */
const LONG = '@long';

const quarantine: object = JSON.parse(
  readFileSync(new URL('../../scripts/quarantine.json', import.meta.url), 'utf8'),
);

/** Matches the titles of the tests that are left out; `undefined` if there are none. */
export function leftOut(titles = Object.keys(quarantine), full = isFull): RegExp | undefined {
  const parts = [...(full ? [] : [LONG]), ...titles].map((title) =>
    title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'));
}

/** Returns the variants to test. The short version has only the first ones, so these must be the most useful. */
export function variants<T>(all: readonly T[], { short }: { readonly short: number }): readonly T[] {
  return isFull ? all : all.slice(0, short);
}
