import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';

/** One batch takes well under a second, so it neither holds locks for long nor meets the timeout of statements. */
export const BATCH_ROWS = 5000;

/**
 * Deletes the rows that a query finds, some thousand at a time, each batch in a transaction of its own. Rows that
 * somebody has locked are left for the next time: waiting for them could deadlock.
 *
 * @param found selects `ctid` from the table; it gets a limit
 * @returns how many rows are gone
 */
export async function deleteInBatches(
  kysely: Kysely<Tables>,
  table: keyof Tables,
  found: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  for (let numDeleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${sql.table(table)}
      WHERE ctid = ANY(ARRAY(${found} LIMIT ${BATCH_ROWS} FOR UPDATE OF ${sql.table(table)} SKIP LOCKED))`.execute(
      kysely,
    );
    numDeleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH_ROWS || signal?.aborted === true) return numDeleted;
  }
}

/** Finds the rows whose time in an indexed column is before another one, the oldest first. */
export function olderThan(table: keyof Tables, column: string, time: Date): RawBuilder<unknown> {
  return sql`SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${time} ORDER BY ${sql.ref(column)}`;
}
