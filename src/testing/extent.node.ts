/** `npm test` runs some of the tests, and some variants of the same rule; `npm run test:unit` and `test:browser` run all. */
export const isFull = process.env['EXTENT'] === 'full';

/** In the title of a test that `npm test` leaves out: tests near it cover most of what it covers. */
export const LONG = '@long';

/** Returns the variants to test. The short version has the first ones, so these must be the most telling. */
export function variants<T>(all: readonly T[], { short }: { readonly short: number }): readonly T[] {
  return isFull ? all : all.slice(0, short);
}
