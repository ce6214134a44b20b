import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { pendingStatuses } from '#contract/document-answer.ts';
import type { WorkStatus } from '#server/adapters/database/document-tables.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { discard } from '#server/domain/ground/discard.ts';

// How a worker makes a PDF from an uploaded file or an application. Each row has a generation. Whoever replaces the row
// gives it another one, and the work of the old generation then has no effect.

type Made = 'documents' | 'copies';

/** The columns of work that waits for a worker, and that replaces what the row had before. */
export function queuedAt(now: Date) {
  return {
    generation: randomUUID(),
    status: 'UNPROCESSED' as const,
    message: '',
    pdf_key: null,
    requested_at: now,
  };
}

/** Gives work that has not ended another status. Returns false if it was deleted or replaced, or has ended. */
export async function move(
  from: Kysely<Tables>,
  table: Made,
  generation: string,
  result: {
    readonly status: WorkStatus;
    readonly message?: string;
    readonly pdf_key?: string;
    /** Of copies only. */
    readonly revision?: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await from
    .updateTable(table)
    .set(result)
    .where('generation', '=', generation)
    .where('status', 'in', pendingStatuses)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stores a PDF, and deletes it again if its row does not accept it, unless the row refers to it: if the worker's lease
 * ended, another worker may have finished first, and its PDF has the same key.
 *
 * @param isTaken ends the work with the key of the PDF; returns false if it was deleted or replaced, or has ended
 */
export async function storePdf(
  { kysely, storage }: { readonly kysely: Kysely<Tables>; readonly storage: Storage },
  table: Made,
  { accountId, generation, pdf }: { accountId: string; generation: string; pdf: Buffer },
  isTaken: (pdf_key: string) => Promise<boolean>,
): Promise<boolean> {
  const key = `${table}/${accountId}/${generation}.pdf`;
  await storage.write(key, pdf);
  if (await isTaken(key)) return true;
  const inUse = await kysely
    .selectFrom(table)
    .select('generation')
    .where('generation', '=', generation)
    .where('pdf_key', 'is not', null)
    .executeTakeFirst();
  if (inUse === undefined) await discard(storage, key);
  return false;
}
