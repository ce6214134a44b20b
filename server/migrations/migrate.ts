import type { Pool } from 'pg';
import { migrations } from './all.ts';
import type { Migration } from './migration.ts';

/** Only one process migrates at a time. The others wait and then find nothing left to do. */
export const MIGRATION_LOCK = 7_204_119;

/**
 * Brings the schema up to date. Each migration is one transaction, so a killed start leaves no migration half done.
 *
 * @returns the names of the migrations applied now
 */
export async function migrate(pool: Pool, steps: readonly Migration[] = migrations): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const missing = steps.filter(({ name }) => !rows.some((row) => row.name === name));
    for (const { name, sql } of missing) {
      const record = `INSERT INTO migrations (name) VALUES (${client.escapeLiteral(name)});`;
      await client.query(`BEGIN; ${sql}; ${record} COMMIT`);
    }
    return missing.map(({ name }) => name);
  } finally {
    // Closing the connection also releases the lock and the settings above after an error.
    client.release(true);
  }
}
