import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';

/**
 * A pool as Kysely uses it, whose connections do not wait for ever: one that has not answered for so long is closed
 * and never used again, for whatever is asked on it afterwards would wait behind that answer.
 */
export function cutOffPool(pool: Pool, afterMs: number): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let cutOff: Error | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        if (cutOff !== undefined) throw cutOff; // Also what a rollback hears, so that the first error is the one told.
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
  };
}
