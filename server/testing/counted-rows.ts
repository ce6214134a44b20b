import type { Database } from '#server/adapters/database/database.ts';

/** Returns the same database, and the number of rows that each query through its `kysely` has read. */
export function countingRows(database: Database): { readonly counting: Database; readonly rows: number[] } {
  const rows: number[] = [];
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows.push(result.rows.length);
      return result;
    },
  });
  return { counting: { ...database, kysely }, rows };
}
