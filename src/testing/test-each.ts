import { test } from 'vitest';

interface Runs {
  /** So many rows run in `npm test`, the others in `npm run test:rest`. */
  readonly short: number;
  /** From this row on, only `npm run test:unit` runs them. */
  readonly long?: number;
}
type Tests<Words extends readonly unknown[]> = (
  title: string,
  runs: Runs,
  body: (...words: Words) => Promise<void> | void,
) => void;

/** `test.each` of rows in the order of their use, of which `npm test` runs the first ones. */
export function testEach<T extends readonly unknown[] | [unknown]>(rows: readonly T[]): Tests<T>;
export function testEach<T>(rows: readonly T[]): Tests<[T]>;
export function testEach(rows: readonly unknown[]): Tests<never[]> {
  return (title, { short, long = rows.length }, body) => {
    const run = (row: unknown) => body(...((Array.isArray(row) ? row : [row]) as never[]));
    test.for(rows.slice(0, short))(title, run);
    test.for(rows.slice(short, long))(title, { tags: 'slow' }, run);
    test.for(rows.slice(long))(title, { tags: 'long' }, run);
  };
}
