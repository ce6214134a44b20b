import type { Updateable } from 'kysely';
import { pendingStatuses } from '#contract/document-answer.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Queue } from '#server/adapters/queue.ts';
import { lockApplication, markDocument, raiseRevision } from '#server/domain/application/application-rows.ts';
import { discard, discardLate } from '#server/domain/ground/discard.ts';
import { conversionJob } from './convert-document.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { Tries } from '#server/domain/limits/tries.ts';

/** What a worker needs for a conversion. */
interface Conversion {
  readonly generation: string;
  readonly accountId: string;
  readonly uploadKey: string;
}

interface ConversionWorkOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly queue: Pick<Queue, 'send'>;
  readonly tries: Tries;
}

/** The worker's side of a conversion: it begins, and ends with a PDF or a sentence for the applicant. */
export function makeConversionWork({ database, clock, storage, queue, tries }: ConversionWorkOptions) {
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

    /** Returns how long workers may still be busy with an applicant's files before those of others come first. */
    timeLeftMs: (accountId: string): Promise<number> => tries.left(limits.conversionTime(accountId)),

    /** Counts for how long a worker was busy with a file, however it ended. */
    async spend(accountId: string, ms: number): Promise<void> {
      await tries.spend(limits.conversionTime(accountId), ms);
    },

    /**
     * Queues a conversion behind those of all applicants who are within their share of the workers' time. Among the
     * others each gets one file converted in turn.
     */
    async putBack({ generation, accountId }: Conversion): Promise<void> {
      const patience = await tries.spend(limits.lateConversions(accountId), 1);
      await database.transaction(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('documents')
          .set({ status: 'UNPROCESSED' })
          .where('generation', '=', generation)
          .where('status', 'in', pendingStatuses)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await queue.send(conversionJob, { generation }, { in: transaction, group: accountId, patience });
      });
    },

    /** Stores the PDF of a conversion, unless the document was deleted or replaced meanwhile. */
    async complete(
      { generation, accountId, uploadKey }: Conversion,
      { pdf, fileSize }: { readonly pdf: Buffer; readonly fileSize: number },
    ): Promise<void> {
      const pdf_key = `documents/${accountId}/${generation}.pdf`;
      await storage.write(pdf_key, pdf);
      const done = { status: 'COMPLETED', message: '', pdf_key, file_size: fileSize } as const;
      if (await end({ generation, accountId }, done)) await discard(storage, uploadKey);
      else await discardLate({ kysely, storage }, 'documents', { generation, pdf_key });
    },

    async fail(generation: string, message: string): Promise<void> {
      const row = await kysely
        .selectFrom('documents')
        .select(['account_id', 'upload_key'])
        .where('generation', '=', generation)
        .executeTakeFirst();
      if (row === undefined) return;
      const { account_id: accountId, upload_key } = row;
      if (await end({ generation, accountId }, { status: 'FAILED', message }))
        await discard(storage, upload_key);
    },
  };

  /** Ends a conversion. Returns false if the document was deleted or replaced, or has ended before. */
  async function end(
    { generation, accountId }: Pick<Conversion, 'generation' | 'accountId'>,
    result: Pick<Updateable<Tables['documents']>, 'status' | 'message' | 'pdf_key' | 'file_size'>,
  ): Promise<boolean> {
    return database.transaction(async (transaction) => {
      await lockApplication(transaction, accountId);
      const document = await transaction
        .updateTable('documents')
        .set(result)
        .where('generation', '=', generation)
        .where('status', 'in', pendingStatuses)
        .returning('answer_key')
        .executeTakeFirst();
      if (document === undefined) return false;
      const question = { accountId, answerKey: document.answer_key, at: clock.now() };
      await markDocument(transaction, question, result.status === 'COMPLETED');
      await raiseRevision(transaction, accountId);
      return true;
    });
  }
}
