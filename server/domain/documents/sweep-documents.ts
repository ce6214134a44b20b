import { sql, type Kysely } from 'kysely';
import { pendingStatuses } from '#contract/document-answer.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { defineJob, type JobHandler } from '#server/adapters/job.ts';
import type { EmbeddedStorage } from '#server/adapters/storage/embedded.ts';
import type { Queue } from '#server/adapters/queue.ts';
import { deleteInBatches, olderThan } from '#server/domain/ground/delete-in-batches.ts';
import { conversionJob } from './convert-document.ts';
import type { Conversions } from './conversions.ts';
import type { Copies } from './copies.ts';
import { keysInUse } from './documents.ts';
import { FOREIGN_STORAGE, hasOwnStorage } from './installation.ts';
import { pdfJob } from './make-pdf.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** Fails conversions and copies that hang, and deletes files that no row refers to. */
export const sweepJob = defineJob<Record<string, never>>('sweep-documents', {
  retryLimit: 0,
  expireInSeconds: 600,
  isKeyed: true,
  cron: '*/15 * * * *',
});

/** From then on, the sweep checks whether a pending conversion or copy still has a job. */
export const STALLED_MS = 900_000;
const STALLED_MESSAGE = 'This took too long, and we have stopped it. Please try again.';
/** No client requests the conversion of an upload this old. */
const UPLOAD_MAX_AGE_MS = DAY_MS;
/** Nobody repeats a DELETE this old. */
const VOID_MAX_AGE_MS = 30 * DAY_MS;
/** A file is written before its row. After this time the row must exist. */
const UNKNOWN_MAX_AGE_MS = 3_600_000;
const BATCH = 200;

interface SweepOptions extends Pick<Parts, 'clock' | 'database' | 'log' | 'storage'> {
  readonly queue: Pick<Queue, 'kept'>;
  readonly conversions: Pick<Conversions, 'fail'>;
  readonly copies: Pick<Copies, 'fail'>;
  readonly embeddedStorage: EmbeddedStorage | undefined;
}

export function sweepDocumentsHandler(parts: SweepOptions): JobHandler<Record<string, never>> {
  const { embeddedStorage, log } = parts;

  return async () => {
    await failStalled(parts);
    if (!(await hasOwnStorage(parts))) return log.warn(FOREIGN_STORAGE);
    await embeddedStorage?.tidy();
    const { numDeleted, numFailed } = await sweepFiles(parts);
    if (numDeleted > 0) log.info({ numDeleted }, 'Files that no application refers to were deleted.');
    if (numFailed > 0) log.warn({ numFailed }, 'Files that no application refers to could not be deleted.');
  };
}

/**
 * Fails conversions and copies whose job has ended without them. Those that wait for a worker may wait for any time.
 */
async function failStalled({ database, clock, queue, conversions, copies }: SweepOptions): Promise<void> {
  const { kysely } = database;
  const since = new Date(clock.now().getTime() - STALLED_MS);

  for (const [table, job, { fail }] of [
    ['documents', conversionJob, conversions],
    ['copies', pdfJob, copies],
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
}: Pick<SweepOptions, 'database' | 'clock' | 'storage'>) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await deleteOldUploads(kysely, before(UPLOAD_MAX_AGE_MS));
  await deleteInBatches(
    kysely,
    'void_places',
    olderThan('void_places', 'voided_at', before(VOID_MAX_AGE_MS)),
  );
  const known = {
    uploads: (keys: string[]) => usableUploads(kysely, keys),
    documents: (keys: string[]) => keysInUse(keys, kysely),
    copies: (keys: string[]) => keysInUse(keys, kysely),
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
 * A used form is no longer valid, except for the document that waits for a worker. But S3 accepts it until it expires,
 * so a file can still arrive.
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
