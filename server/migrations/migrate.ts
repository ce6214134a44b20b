import type { Pool } from 'pg';
import { migrations, type Migration } from './migrations.ts';

/** Only one process migrates at a time. The others wait and then find nothing left to do. */
export const MIGRATION_LOCK = 7_204_119;

/**
 * Brings the schema up to date. Each migration is one transaction, so a killed start leaves no migration half done. The
 * lock ends with it, because behind a pooler a connection is ours no longer than a transaction.
 *
 * @returns the names of the migrations applied now
 */
export async function migrate(pool: Pool, steps: readonly Migration[] = migrations): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    for (;;) {
      await client.query(`BEGIN;
        SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
        SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
        CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`);
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
      const next = steps.find(({ name }) => !rows.some((row) => row.name === name));
      if (next !== undefined) {
        await client.query(
          `${next.sql}; INSERT INTO migrations (name) VALUES (${client.escapeLiteral(next.name)})`,
        );
        applied.push(next.name);
      }
      await client.query('COMMIT');
      if (next === undefined) return applied;
    }
  } finally {
    // Closing the connection also ends a transaction after an error.
    client.release(true);
  }
}
