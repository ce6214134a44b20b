import type { CompiledQuery } from 'kysely';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';

interface PlanOptions {
  readonly tables: readonly (keyof Tables)[];
  /**
   * Fills the tables. Without it they are empty, and PostgreSQL is not allowed to read a whole table instead of an
   * index.
   */
  readonly fill?: readonly string[];
}

/**
 * Returns the steps in which PostgreSQL would run a query. It plans for temporary copies of the tables: they have the
 * same indexes, but only the rows from `fill`, and constant statistics.
 */
export async function planOf(
  { pool }: Pick<Database, 'pool'>,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  { tables, fill }: PlanOptions,
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // A busy machine may need longer to fill the tables than a request may take.
    await client.query('SET LOCAL statement_timeout = 0');
    for (const table of tables)
      await client.query(
        `CREATE TEMP TABLE ${table} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING INDEXES)`,
      );
    for (const statement of fill ?? ['SET LOCAL enable_seqscan = off']) await client.query(statement);
    if (fill) await client.query(`ANALYZE ${tables.join(', ')}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
