import { pendingStatuses } from '#contract/document-answer.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { raiseRevision } from './application-rows.ts';
import { discard } from './discard.ts';

/** What a worker needs for a conversion. */
interface Conversion {
  readonly generation: string;
  readonly accountId: string;
  readonly uploadKey: string;
}

/** The worker's side of a conversion: it begins, and ends with a PDF or a sentence for the applicant. */
export function makeConversionWork(database: Database, storage: Storage) {
  const { kysely } = database;

  return {
    /** Marks a conversion as begun. Returns `undefined` if it was deleted, replaced or has ended. */
    async begin(generation: string): Promise<Conversion | undefined> {
      const row = await kysely
        .updateTable('documents')
        .set({ status: 'IN_PROGRESS' })
        .where('generation', '=', generation)
        .where('status', 'in', pendingStatuses)
        .returning(['account_id', 'upload_key'])
        .executeTakeFirst();
      return row && { generation, accountId: row.account_id, uploadKey: row.upload_key };
    },

    /** Stores the PDF of a conversion, unless the document was deleted or replaced meanwhile. */
    async complete(
      { generation, accountId, uploadKey }: Conversion,
      { pdf, pages, fileSize }: { readonly pdf: Buffer; readonly pages: number; readonly fileSize: number },
    ): Promise<void> {
      const pdf_key = `documents/${accountId}/${generation}.pdf`;
      await storage.write(pdf_key, pdf);
      const { isMine, isInUse } = await database.transaction(async (transaction) => {
        // Update the application first: every change takes its locks in this order.
        await raiseRevision(transaction, accountId);
        const { numUpdatedRows } = await transaction
          .updateTable('documents')
          .set({ status: 'COMPLETED', message: '', pdf_key, pages, file_size: fileSize })
          .where('generation', '=', generation)
          .where('status', '=', 'IN_PROGRESS')
          .executeTakeFirst();
        // If this worker's lease ended, another worker may have finished first. Its PDF has the same key and must
        // stay.
        const inUse = await transaction
          .selectFrom('documents')
          .select('generation')
          .where('generation', '=', generation)
          .where('pdf_key', 'is not', null)
          .executeTakeFirst();
        return { isMine: numUpdatedRows > 0n, isInUse: inUse !== undefined };
      });
      if (isMine) await discard(storage, uploadKey);
      else if (!isInUse) await discard(storage, pdf_key);
    },

    async fail(generation: string, message: string): Promise<void> {
      const row = await kysely
        .updateTable('documents')
        .set({ status: 'FAILED', message })
        .where('generation', '=', generation)
        .where('status', 'in', pendingStatuses)
        .returning('upload_key')
        .executeTakeFirst();
      if (row !== undefined) await discard(storage, row.upload_key);
    },
  };
}
