import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseCsv } from '#server/domain/ground/csv.ts';

/** Returns the ids of the applications that the sample for the API has, duplicates included. */
export function fetchedBy(folder: string): string[] {
  return idsIn(join(folder, 'students.db'), 'handled');
}

/** Returns the ids of the applications that the receiver of the webhook has, duplicates included. */
export function toldTo(folder: string): string[] {
  return idsIn(join(folder, 'told.db'), 'told');
}

function idsIn(path: string, table: string): string[] {
  if (!existsSync(path)) return [];
  const db = new DatabaseSync(path, { timeout: 10_000 });
  try {
    const isThere = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table);
    return isThere
      ? db
          .prepare(`SELECT id FROM ${table}`)
          .all()
          .map(({ id }) => String(id))
      : [];
  } finally {
    db.close();
  }
}

/** Returns the ids of the applications in all files of the script for spreadsheets. */
export function spreadsheetsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^applications\..+\.csv$/.test(name))
    .flatMap((name) => parseCsv(readFileSync(join(folder, name), 'utf8')).lines)
    .map(({ content }) => content['id'] ?? '');
}
