import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { pendingStatuses } from '#contract/document-answer.ts';
import { keysInUse } from '#server/domain/documents/documents.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { writeArchive, type ArchiveEntry } from './archive.ts';
import {
  FORMAT_VERSION,
  isBackedUp,
  KEYS_NAME,
  MANIFEST_NAME,
  MISSING_NAME,
  type Manifest,
} from './manifest.ts';
import { tablesOf } from './tables.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const ROWS_AT_ONCE = 500;

const PENDING = pendingStatuses.map((status) => `'${status}'`).join(', ');
/** Every file that an application needs: finished PDFs, copies, and uploads not converted yet. */
const FILES = `
  SELECT pdf_key AS key FROM documents WHERE pdf_key IS NOT NULL
  UNION ALL SELECT pdf_key FROM copies WHERE pdf_key IS NOT NULL
  UNION ALL SELECT upload_key FROM documents WHERE status IN (${PENDING})`;

interface BackUpOptions extends Pick<Parts, 'clock' | 'database' | 'storage'> {
  /** The secrets stored in the data folder; `undefined` if the operator keeps them in the environment. */
  readonly keys: readonly string[] | undefined;
  /** Ends the work before the file is complete. */
  readonly signal?: AbortSignal;
}

interface BackupSummary {
  readonly rows: number;
  readonly files: number;
  /** Files that were deleted or replaced while the backup ran. */
  readonly replaced: number;
  /** Files that a row refers to but the storage does not have. */
  readonly lost: number;
}

/**
 * Writes a snapshot of the whole installation into one file or stream, while servers continue to work.
 *
 * @throws {BackupError} when the file exists already or cannot be written, or when `signal` ends the work
 */
export async function backUp(options: BackUpOptions, target: string | Writable): Promise<BackupSummary> {
  const client = await options.database.pool.connect();
  const found: Found = { rows: 0, files: 0, missing: [] };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(
      "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL timezone = 'UTC'",
    );
    await writeArchive(target, entriesOf(client, options, found), options.signal);
  } finally {
    // Closing the connection also ends the snapshot and its settings after an error.
    client.release(true);
  }
  const { rows, files, missing } = found;
  const lost = (await keysInUse(missing, options.database.kysely)).length;
  return { rows, files, replaced: missing.length - lost, lost };
}

/** Totals collected while the entries are made. */
interface Found {
  rows: number;
  files: number;
  /** Keys of files that the storage does not have. */
  readonly missing: string[];
}

async function* entriesOf(
  client: PoolClient,
  { database, storage, clock, keys }: BackUpOptions,
  found: Found,
): AsyncGenerator<ArchiveEntry> {
  const { rows: applied } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const steps = migrations.filter(({ name }) => applied.some((row) => row.name === name));
  const { rows: marks } = await client.query<{ key_id: string }>('SELECT key_id FROM secret_marks');
  const tables = (await tablesOf(steps, database)).filter(isBackedUp);
  const manifest: Manifest = {
    format: 'graduate-admissions-backup',
    version: FORMAT_VERSION,
    created_at: clock.now().toISOString(),
    migrations: steps.map(({ name }) => name),
    tables,
    key_ids: marks.map(({ key_id }) => key_id),
  };
  yield entry(MANIFEST_NAME, JSON.stringify(manifest, null, 2));
  if (keys !== undefined) yield entry(KEYS_NAME, `${keys.join('\n')}\n`);

  for (const table of tables) {
    let piece = 0;
    const rows = `SELECT row_to_json(t)::text AS value FROM ${client.escapeIdentifier(table)} t`;
    for await (const lines of piecesOf(client, rows)) {
      piece += 1;
      found.rows += lines.length;
      yield entry(`tables/${table}/${String(piece).padStart(6, '0')}.jsonl`, `${lines.join('\n')}\n`);
    }
  }

  for await (const keysOfFiles of piecesOf(client, `SELECT key AS value FROM (${FILES}) f`)) {
    for (const key of keysOfFiles) {
      const content = await storage.read(key);
      if (content === undefined) {
        found.missing.push(key);
        continue;
      }
      yield { name: `files/${key}`, content };
      found.files += 1;
    }
  }
  yield entry(MISSING_NAME, JSON.stringify(found.missing));
}

/** Yields the column `value` of a query of any size, several rows at a time. */
async function* piecesOf(client: PoolClient, query: string): AsyncGenerator<string[]> {
  await client.query(`DECLARE piece NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<{ value: string }>(`FETCH ${ROWS_AT_ONCE} FROM piece`);
    if (rows.length === 0) break;
    yield rows.map(({ value }) => value);
  }
  await client.query('CLOSE piece');
}

function entry(name: string, text: string): ArchiveEntry {
  return { name, content: Buffer.from(text) };
}
