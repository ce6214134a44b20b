/** `npm test` tests some variants of the same rule in the browser, `npm run test:browser` all of them. */
export const isFull = process.env['EXTENT'] === 'full';

/** Returns the variants to test. The short version has the first ones, so these must be the most telling. */
export function variants<T>(all: readonly T[], { short }: { readonly short: number }): readonly T[] {
  return isFull ? all : all.slice(0, short);
}
