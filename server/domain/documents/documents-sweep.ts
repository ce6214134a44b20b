import { sql, type Kysely } from 'kysely';
import { pendingStatuses } from '#contract/document-answer.ts';
import { DAY_MS, type Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Queue } from '#server/adapters/queue.ts';
import { deleteInBatches, olderThan } from '#server/domain/ground/delete-in-batches.ts';
import { conversionJob, pdfJob, STALLED_MESSAGE, STALLED_MS } from './document-jobs.ts';

/** No client requests the conversion of an upload this old. */
const UPLOAD_MAX_AGE_MS = DAY_MS;
/** Nobody repeats a DELETE this old. */
const VOID_MAX_AGE_MS = 30 * DAY_MS;
/** A file is written before its row. After this time the row must exist. */
const UNKNOWN_MAX_AGE_MS = 3_600_000;
const BATCH = 200;

interface SweepOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly queue: Pick<Queue, 'kept'>;
  readonly failConversion: (generation: string, message: string) => Promise<void>;
  readonly failCopy: (generation: string, message: string) => Promise<void>;
}

/** Fails conversions and copies whose job has ended without them. Those that wait for a worker wait as long as it takes. */
export async function failStalled(options: Omit<SweepOptions, 'storage'>): Promise<void> {
  const { database, clock, queue, failConversion, failCopy } = options;
  const { kysely } = database;
  const since = new Date(clock.now().getTime() - STALLED_MS);

  for (const [table, job, fail] of [
    ['documents', conversionJob, failConversion],
    ['copies', pdfJob, failCopy],
  ] as const) {
    const late = await kysely
      .selectFrom(table)
      .select('generation')
      .where('status', 'in', pendingStatuses)
      .where('requested_at', '<', since)
      .execute();
    if (late.length === 0) continue;
    const waiting = (await queue.kept(job)).filter(({ state }) => state === 'waiting');
    const inLine = new Set(waiting.map(({ data }) => data.generation));
    for (const { generation } of late) if (!inLine.has(generation)) await fail(generation, STALLED_MESSAGE);
  }
}

/**
 * Deletes files that no row refers to, from a storage that belongs to this database (`installation.ts`).
 *
 * @returns how many files were deleted, and how many could not be; the next sweep tries those again
 */
export async function sweepFiles({
  database: { kysely },
  clock,
  storage,
}: Pick<SweepOptions, 'database' | 'clock' | 'storage'>): Promise<{
  readonly numDeleted: number;
  readonly numFailed: number;
}> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await deleteOldUploads(kysely, before(UPLOAD_MAX_AGE_MS));
  await deleteInBatches(
    kysely,
    'void_places',
    olderThan('void_places', 'voided_at', before(VOID_MAX_AGE_MS)),
  );
  const known = {
    uploads: (keys: string[]) => usableUploads(kysely, keys),
    documents: async (keys: string[]) =>
      (
        await kysely.selectFrom('documents').select('pdf_key as key').where('pdf_key', 'in', keys).execute()
      ).map(keyOf),
    copies: async (keys: string[]) =>
      (await kysely.selectFrom('copies').select('pdf_key as key').where('pdf_key', 'in', keys).execute()).map(
        keyOf,
      ),
  };

  let numDeleted = 0;
  let numFailed = 0;
  for (const [area, knownOf] of Object.entries(known)) {
    let batch: string[] = [];
    const deleteUnknown = async () => {
      const kept = new Set(batch.length === 0 ? [] : await knownOf(batch));
      for (const key of batch.filter((candidate) => !kept.has(candidate))) {
        try {
          await storage.delete(key);
          numDeleted += 1;
        } catch {
          numFailed += 1;
        }
      }
      batch = [];
    };
    for await (const { key, changedAt } of storage.list(area)) {
      if (changedAt >= before(UNKNOWN_MAX_AGE_MS)) continue;
      batch.push(key);
      if (batch.length === BATCH) await deleteUnknown();
    }
    await deleteUnknown();
  }
  return { numDeleted, numFailed };
}

/**
 * A form that was used is good for nothing any more, except for the document that waits for a worker. A file can arrive by
 * it all the same, since S3 takes forms until they expire.
 */
async function usableUploads(kysely: Kysely<Tables>, keys: readonly string[]): Promise<string[]> {
  const rows = await kysely
    .selectFrom('uploads')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'uploads.account_id')
        .onRef('documents.upload_key', '=', 'uploads.file_key')
        .on('status', 'in', pendingStatuses),
    )
    .select('file_key as key')
    .where('file_key', 'in', keys)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('documents.upload_key', 'is not', null)]))
    .execute();
  return rows.map(keyOf);
}

/** A document that waits for a worker needs its upload, however old it is. */
async function deleteOldUploads(kysely: Kysely<Tables>, since: Date): Promise<void> {
  const pending = sql.join([...pendingStatuses]);
  const found = sql`SELECT ctid FROM uploads WHERE created_at < ${since} AND NOT EXISTS (
    SELECT FROM documents WHERE documents.account_id = uploads.account_id
      AND documents.upload_key = uploads.file_key AND status IN (${pending}))
    ORDER BY created_at`;
  await deleteInBatches(kysely, 'uploads', found);
}

function keyOf({ key }: { readonly key: string | null }): string {
  return key ?? '';
}
