import { sql } from 'kysely';
import type { Database, Transaction } from './database/database.ts';
import type { Job } from './job.ts';

interface KeptJob<Data extends object> {
  readonly state: 'waiting' | 'done' | 'failed';
  /** When it ended, or else when it was sent. */
  readonly at: Date;
  readonly data: Data;
}

/** Returns the jobs of a kind that the queue still has, ended ones too, the oldest first. */
export async function keptJobs<Data extends object>(
  { kysely }: Database,
  { name }: Job<Data>,
): Promise<readonly KeptJob<Data>[]> {
  const { rows } = await sql<KeptJob<Data>>`
    SELECT data, coalesce(completed_on, created_on) AS at,
      CASE WHEN state IN ('created', 'retry', 'active') THEN 'waiting'
        WHEN state = 'completed' THEN 'done' ELSE 'failed' END AS state
    FROM pgboss.job WHERE name = ${name} ORDER BY 2`.execute(kysely);
  return rows;
}

/** Gives all jobs of one e-mail address to another. */
export async function readdress(transaction: Transaction, from: string, to: string): Promise<void> {
  await sql`UPDATE pgboss.job SET data = jsonb_set(data, '{username}', to_jsonb(${to}::text))
    WHERE data->>'username' = ${from}`.execute(transaction);
}
