import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool, type PoolConfig } from 'pg';
import { putAnswers } from '#server/domain/application/saving.ts';
import { findSessions } from '#server/domain/accounts/sessions.ts';
import { ACCOUNT } from './people.ts';

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';

/** The server's own statements, with what it would send in the place of `$1`, `$2` …; `:n` is the applicant, `:v` the value. */
const SESSION = filled(findSessions.text, [
  "ARRAY[sha256(convert_to('bench-' || (:n)::text, 'UTF8'))]",
  "(now() - interval '15 minutes')",
  "(now() - interval '12 hours')",
]);
const ID = ACCOUNT.replace('(n)', '(:n)');
const SAVE = filled(putAnswers.text, [
  `ARRAY[${ID}]`,
  `ARRAY[${ID}, ${ID}]`,
  "ARRAY['first_name', 'city']",
  "ARRAY[(:v)::text, 'Scranton']",
  'now()',
  'ARRAY[NULL]',
]);

export interface SameSql {
  readonly by: string;
  readonly perSecond: number;
}

/** The same statements without our server: by pgbench if it is installed, else by connections of `pg`. */
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

function filled(text: string, values: readonly string[]): string {
  return values.reduce((sql, value, index) => sql.replaceAll(`$${index + 1}`, () => value), text);
}
