import type { Database } from '#server/adapters/database/database.ts';

/** Returns the same database, and the number of rows that each query through its `kysely` has read or changed. */
export function countingRows(database: Database): { readonly counting: Database; readonly rows: number[] } {
  const rows: number[] = [];
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows.push(Math.max(result.rows.length, Number(result.numAffectedRows ?? 0)));
      return result;
    },
  });
  return { counting: { ...database, kysely }, rows };
}
