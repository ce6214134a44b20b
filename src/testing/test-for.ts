import { test } from 'vitest';

/**
 * `test.for` rows in the order of their use: `npm test` runs the first ones, `npm run test:rest` those after them, and
 * `npm run test:unit` also those from `long` on.
 */
export function testFor<T>(
  rows: readonly T[],
  { short, long = rows.length }: { short: number; long?: number },
) {
  return (title: string, body: (row: T) => Promise<void> | void): void => {
    test.for(rows.slice(0, short))(title, body);
    test.for(rows.slice(short, long))(title, { tags: 'slow' }, body);
    test.for(rows.slice(long))(title, { tags: 'long' }, body);
  };
}
