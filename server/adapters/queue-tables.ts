import { sql, type Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Transaction } from './database/database.ts';
import type { Tables } from './database/tables.ts';
import type { QueueDepth } from './queue.ts';

/** Statements on the tables of pg-boss, for what its functions cannot do. Everything else uses those functions. */

/**
 * Returns, by kind, how many jobs there are in each state. pg-boss counts only now and then, and does not count jobs
 * that wait for a retry. Leaves out completed jobs: they stay for a day and are the majority.
 */
export async function depthsOf(boss: PgBoss): Promise<Record<string, QueueDepth>> {
  const count = (state: string) => `count(job.id) FILTER (WHERE job.state = '${state}')::int`;
  const { rows } = await boss.getDb().executeSql(
    `SELECT queue.name, ${count('created')} AS waiting, ${count('retry')} AS retry,
       ${count('active')} AS active, ${count('failed')} AS failed
     FROM pgboss.queue
     LEFT JOIN pgboss.job ON job.name = queue.name AND job.state IN ('created', 'retry', 'active', 'failed')
     WHERE queue.name NOT LIKE '\\_\\_pgboss%' GROUP BY queue.name ORDER BY queue.name`,
  );
  return Object.fromEntries(
    rows.map(({ name, ...depth }: QueueDepth & { readonly name: string }) => [name, depth]),
  );
}

/** Makes waiting retries of a kind due now. Returns their number. */
export async function endWaits(boss: PgBoss, name: string): Promise<number> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'retry' AND start_after > now() RETURNING id`,
      [name],
    );
  return rows.length;
}

/**
 * Deletes all jobs, ended ones too, whose data has one of these texts as a value, or whose group it is. pg-boss cannot
 * find jobs by their group or their output.
 */
export async function deleteJobs(transaction: Transaction, names: readonly string[]): Promise<void> {
  // As they are in JSON, with quotes, so that a longer text does not match.
  const values = names.map((name) => JSON.stringify(name));
  await sql`DELETE FROM pgboss.job WHERE group_id = ANY(${names}::text[]) OR EXISTS (
    SELECT FROM unnest(${values}::text[]) AS value
    WHERE strpos(data::text, value) > 0 OR strpos(output::text, value) > 0)`.execute(transaction);
}

/** Returns all jobs whose data or output has one of these texts as a value, ended ones too, without other people's. */
export async function jobsAbout(
  kysely: Kysely<Tables>,
  names: readonly string[],
): Promise<readonly object[]> {
  const values = names.map((name) => JSON.stringify(name));
  const { rows } =
    await sql<object>`SELECT name, state, created_on, completed_on, data, output FROM pgboss.job
    WHERE EXISTS (SELECT FROM unnest(${values}::text[]) AS value
      WHERE strpos(data::text, value) > 0 OR strpos(output::text, value) > 0) ORDER BY created_on`.execute(
      kysely,
    );
  return rows;
}

/** Jobs of a kind whose last attempt has failed and that wait for the next one, or have begun it. */
const lateJobs = (name: string) =>
  sql`FROM pgboss.job WHERE name = ${name} AND state IN ('retry', 'active') AND output ? 'reason'`;

/** The jobs of a kind that are late, together. */
export interface Late {
  readonly count: number;
  /** When the oldest was sent, and how many seconds ago that was. */
  readonly since: Date;
  readonly seconds: number;
  /** Why its last attempt failed. */
  readonly reason: string;
}

/** Returns `undefined` if no job of a kind is late for a reason that does not begin with `but`. */
export async function lateOf(kysely: Kysely<Tables>, name: string, but: string): Promise<Late | undefined> {
  const { rows } = await sql<Late>`SELECT count(*) OVER ()::int AS count, created_on AS since,
    extract(epoch FROM now() - created_on)::float8 AS seconds, output->>'reason' AS reason
    ${lateJobs(name)} AND NOT starts_with(output->>'reason', ${but}) ORDER BY created_on LIMIT 1`.execute(
    kysely,
  );
  return rows[0];
}

/** Returns since when the oldest late job of each of these addresses waits. */
export async function lateByUsername(
  kysely: Kysely<Tables>,
  name: string,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ username: string; since: Date }>`SELECT data->>'username' AS username,
    min(created_on) AS since ${lateJobs(name)} AND data->>'username' = ANY(${usernames}::text[])
    GROUP BY 1`.execute(kysely);
  return new Map(rows.map(({ username, since }) => [username, since]));
}

/** Gives all jobs of one e-mail address to another. pg-boss changes only jobs that wait. */
export async function readdressJobs(transaction: Transaction, from: string, to: string): Promise<void> {
  await sql`UPDATE pgboss.job SET data = jsonb_set(data, '{username}', to_jsonb(${to}::text))
    WHERE data->>'username' = ${from}`.execute(transaction);
}
