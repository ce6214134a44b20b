import type { Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';

/**
 * Deletes a file that no row refers to any more. Ignores errors: the sweep deletes what is left.
 *
 * @returns whether the file is gone
 */
export async function discard(storage: Storage, key: string): Promise<boolean> {
  return storage.delete(key).then(
    () => true,
    () => false,
  );
}

/**
 * Deletes the PDF of a worker whose result came too late, unless the row refers to it: if the worker's lease ended,
 * another worker may have finished first, and its PDF has the same key.
 */
export async function discardLate(
  { kysely, storage }: { readonly kysely: Kysely<Tables>; readonly storage: Storage },
  table: 'documents' | 'copies',
  { generation, pdf_key }: { readonly generation: string; readonly pdf_key: string },
): Promise<void> {
  const inUse = await kysely
    .selectFrom(table)
    .select('generation')
    .where('generation', '=', generation)
    .where('pdf_key', 'is not', null)
    .executeTakeFirst();
  if (inUse === undefined) await discard(storage, pdf_key);
}
