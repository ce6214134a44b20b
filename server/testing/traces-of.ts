import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './test-server.ts';

/** Returns every line that contains one of the texts, in all tables and in all files of a folder. */
export async function tracesOf(
  { context }: Pick<TestServer, 'context'>,
  folder: string,
  texts: readonly string[],
): Promise<string[]> {
  const { pool } = context.database;
  const hasOne = (content: string) => texts.some((text) => new RegExp(`(?<![\\w-])${text}`).test(content));
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
    traces.push(...rows.filter(({ line }) => hasOne(line)).map(({ line }) => `${name}: ${line}`));
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (hasOne(path) || hasOne(readFileSync(path, 'latin1')))) traces.push(path);
  }
  return traces;
}
