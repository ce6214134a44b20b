import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseCsv } from '#server/domain/csv.ts';

/** Returns the ids of the applications that the sample for the API has, as often as it has them. */
export function fetchedBy(folder: string): string[] {
  const path = join(folder, 'students.db');
  if (!existsSync(path)) return [];
  const db = new DatabaseSync(path);
  try {
    const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'handled'").get();
    return isThere
      ? db
          .prepare('SELECT id FROM handled')
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
