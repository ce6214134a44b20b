import type { Database } from '#server/adapters/database/database.ts';
import type { Migration } from '#server/migrations/migrations.ts';

const TRIAL = 'trial_of_migrations';

/** The tables of a schema, each after those that it refers to. */
const TABLES = `
  WITH RECURSIVE made AS (
    SELECT oid, 0 AS depth FROM pg_class WHERE relnamespace = '${TRIAL}'::regnamespace AND relkind = 'r'
    UNION
    SELECT conrelid, depth + 1 FROM made
    JOIN pg_constraint ON confrelid = made.oid AND contype = 'f' AND conrelid <> confrelid
  )
  SELECT relname AS name FROM made JOIN pg_class USING (oid) GROUP BY relname ORDER BY max(depth), relname`;

/**
 * Returns the tables that these migrations make, each after those that it refers to. PostgreSQL runs them in a schema
 * of their own, which is never committed. So other programs' tables in the same database are not included.
 */
export async function tablesOf(
  steps: readonly Migration[],
  { pool }: Pick<Database, 'pool'>,
): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query(
      `BEGIN; CREATE SCHEMA ${TRIAL};
       SELECT set_config('search_path', '${TRIAL}, ' || current_setting('search_path'), true)`,
    );
    await client.query(steps.map(({ sql }) => sql).join('\n'));
    const { rows } = await client.query<{ name: string }>(TABLES);
    return rows.map(({ name }) => name);
  } finally {
    // Closing the connection undoes the transaction.
    client.release(true);
  }
}
