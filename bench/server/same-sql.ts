import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool, type PoolConfig } from 'pg';
import { ACCOUNT } from './people.ts';

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';

/** What a save sends to PostgreSQL: who the session is, then all keys or none. `:n` is the applicant, `:v` the value. */
const SESSION = `SELECT s.account_id, a.username, s.last_active_at FROM sessions s JOIN accounts a ON a.id = s.account_id
  WHERE s.id_hash = sha256(convert_to('bench-' || (:n)::text, 'UTF8'))
  AND s.last_active_at > now() - interval '15 minutes' AND s.created_at > now() - interval '12 hours'`;
const SAVE = `WITH application AS (
    UPDATE applications SET revision = revision + 1, updated_at = now()
    WHERE account_id = ${ACCOUNT.replace('(n)', '(:n)')} AND submitted_at IS NULL RETURNING account_id
  ), saved AS (
    INSERT INTO answers (account_id, key, value, updated_at)
    SELECT application.account_id, sent.key, sent.value, now()
    FROM application, unnest(ARRAY['first_name', 'city'], ARRAY[(:v)::text, 'Scranton']) AS sent (key, value)
    ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
  )
  SELECT account_id FROM application`;

export interface SameSql {
  readonly by: string;
  readonly perSecond: number;
}

/** The same statements without anything of ours before them: by pgbench where it is, else by connections of `pg`. */
export async function runSameSql(
  connection: PoolConfig & { readonly host: string; readonly user: string; readonly database: string },
  { clients, seconds, people, folder }: { clients: number; seconds: number; people: number; folder: string },
): Promise<SameSql> {
  if (!existsSync(PGBENCH)) return runByPg(connection, { clients, seconds, people });
  const script = join(folder, 'save.sql');
  const oneLine = (sql: string) => `${sql.replaceAll(/\s+/g, ' ')};\n`;
  writeFileSync(
    script,
    `\\set n random(1, ${people})\n\\set v random(1, 1000000)\n${oneLine(SESSION)}${oneLine(SAVE)}`,
  );
  const { host, user, database } = connection;
  const { stdout } = await promisify(execFile)(PGBENCH, [
    ...['-h', host, '-U', user, '-n', '-M', 'prepared', '-f', script],
    ...['-c', String(clients), '-j', '2', '-T', String(seconds), database],
  ]);
  return { by: 'pgbench', perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN) };
}

async function runByPg(
  connection: PoolConfig,
  { clients, seconds, people }: { clients: number; seconds: number; people: number },
): Promise<SameSql> {
  const pool = new Pool({ ...connection, max: clients });
  const numbered = (sql: string) => sql.replaceAll(':n', '$1').replaceAll(':v', '$2');
  const until = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = await pool.connect();
      while (performance.now() < until) {
        const n = 1 + Math.floor(Math.random() * people);
        await client.query({ name: 'session', text: numbered(SESSION), values: [n] });
        await client.query({ name: 'save', text: numbered(SAVE), values: [n, Math.random()] });
        count += 1;
      }
      client.release();
    }),
  );
  await pool.end();
  return { by: 'connections of pg in one process', perSecond: count / seconds };
}
