import { expect, vi } from 'vitest';
import type { Database } from '#server/adapters/database/database.ts';

/**
 * Waits until that many connections to this database wait for a lock. `pg_locks` would count those of other tests, too,
 * because all test files share one PostgreSQL.
 */
export async function untilBlocked({ pool }: Pick<Database, 'pool'>, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(count);
  }, 10_000);
}
