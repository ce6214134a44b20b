import type { JobHandler } from '#server/adapters/job.ts';
import type { Context } from '#server/context.ts';
import { failStalled, sweepFiles } from '#server/domain/documents/documents-sweep.ts';
import { FOREIGN_STORAGE, hasOwnStorage } from '#server/domain/documents/installation.ts';

export function sweepDocumentsHandler(context: Context): JobHandler<Record<string, never>> {
  const { conversions, copies, embeddedStorage, log } = context;

  return async () => {
    await failStalled({ ...context, failConversion: conversions.fail, failCopy: copies.fail });
    if (!(await hasOwnStorage(context))) return log.warn(FOREIGN_STORAGE);
    await embeddedStorage?.tidy();
    const { numDeleted, numFailed } = await sweepFiles(context);
    if (numDeleted > 0) log.info({ numDeleted }, 'Files that no application refers to were deleted.');
    if (numFailed > 0) log.warn({ numFailed }, 'Files that no application refers to could not be deleted.');
  };
}
