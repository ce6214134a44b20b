import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';

/**
 * Returns a pool for Kysely whose connections time out. A connection without an answer for this long is closed and not
 * used again, because every further query on it would wait behind that answer.
 */
export function cutOffPool(pool: Pool, afterMs: number): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let cutOff: Error | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        if (cutOff !== undefined) throw cutOff; // A rollback fails with the same error, so that callers see it.
        try {
          const question = { text, values: [...values], query_timeout: afterMs };
          return await client.query(question);
        } catch (error) {
          if (error instanceof Error && error.message === 'Query read timeout') {
            cutOff = error;
            void client.end();
          }
          throw error;
        }
      };
      const watched: PostgresPoolClient = Object.create(client, { query: { value: query } });
      return watched;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
