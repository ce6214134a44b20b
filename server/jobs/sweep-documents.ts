import type { JobHandler } from '#server/adapters/queue.ts';
import type { Context } from '#server/context.ts';
import { sweepDocuments } from '#server/domain/documents-sweep.ts';

export function sweepDocumentsHandler(context: Context): JobHandler<Record<string, never>> {
  const { clock, conversions, copies, database, embeddedStorage, log, queue, storage } = context;

  return async () => {
    await embeddedStorage?.tidy();
    const parts = {
      clock,
      database,
      storage,
      queue,
      failConversion: conversions.fail,
      failCopy: copies.fail,
    };
    const { numDeleted, numFailed } = await sweepDocuments(parts);
    if (numDeleted > 0) log.info({ numDeleted }, 'Files that nobody knows any more were deleted.');
    if (numFailed > 0) log.warn({ numFailed }, 'Files that nobody knows any more could not be deleted.');
  };
}
