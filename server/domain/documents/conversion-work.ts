import type { Queue } from '#server/adapters/queue.ts';
import {
  lockApplication,
  markDocument,
  raisePrintRevision,
} from '#server/domain/application/application-rows.ts';
import { discard } from '#server/domain/ground/discard.ts';
import { conversionJob } from './convert-document.ts';
import { move, storePdf } from './life-cycle.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** What a worker needs for a conversion. */
interface Conversion {
  readonly generation: string;
  readonly accountId: string;
  readonly answerKey: string;
  readonly uploadKey: string;
}

interface ConversionWorkOptions extends Pick<Parts, 'clock' | 'database' | 'storage'> {
  readonly queue: Pick<Queue, 'send'>;
  readonly rateLimits: RateLimits;
}

/** The worker's side of a conversion: it begins, and ends with a PDF or a sentence for the applicant. */
export function makeConversionWork({ database, clock, storage, queue, rateLimits }: ConversionWorkOptions) {
  const { kysely } = database;

  return {
    /** Marks a conversion as begun. Returns `undefined` if it was deleted, replaced or has ended. */
    async begin(generation: string): Promise<Conversion | undefined> {
      const isPending = await move(kysely, 'documents', generation, { status: 'IN_PROGRESS' });
      return isPending ? find(generation) : undefined;
    },

    /** Returns how long workers may still be busy with an applicant's files before those of others go first. */
    timeLeftMs: (accountId: string): Promise<number> => rateLimits.left(limits.conversionTime(accountId)),

    /** Counts for how long a worker was busy with a file, however it ended. */
    async spend(accountId: string, ms: number): Promise<void> {
      await rateLimits.spend(limits.conversionTime(accountId), ms);
    },

    /**
     * Queues a conversion behind those of all applicants who are within their share of the workers' time. Among the
     * others, accounts take turns, one file each.
     */
    async putBack({ generation, accountId }: Omit<Conversion, 'answerKey'>): Promise<void> {
      const numLate = await rateLimits.spend(limits.lateConversions(accountId), 1);
      await database.transaction(async (transaction) => {
        if (await move(transaction, 'documents', generation, { status: 'UNPROCESSED' }))
          await queue.send(
            conversionJob,
            { generation },
            { in: transaction, group: accountId, priority: -numLate },
          );
      });
    },

    /** Stores the PDF of a conversion, unless the document has been deleted or replaced. */
    async complete(
      conversion: Conversion,
      { pdf, fileSize }: { readonly pdf: Buffer; readonly fileSize: number },
    ): Promise<void> {
      const isKept = await storePdf({ kysely, storage }, 'documents', { ...conversion, pdf }, (pdf_key) =>
        end(conversion, { status: 'COMPLETED', message: '', pdf_key }, fileSize),
      );
      if (isKept) await discard(storage, conversion.uploadKey);
    },

    async fail(generation: string, message: string): Promise<void> {
      const conversion = await find(generation);
      if (conversion && (await end(conversion, { status: 'FAILED', message })))
        await discard(storage, conversion.uploadKey);
    },
  };

  async function find(generation: string): Promise<Conversion | undefined> {
    return kysely
      .selectFrom('documents')
      .select(['generation', 'account_id as accountId', 'answer_key as answerKey', 'upload_key as uploadKey'])
      .where('generation', '=', generation)
      .executeTakeFirst();
  }

  /** Ends a conversion. Returns false if the document was deleted or replaced, or has already ended. */
  async function end(
    { generation, accountId, answerKey }: Conversion,
    result: Parameters<typeof move>[3],
    fileSize?: number,
  ): Promise<boolean> {
    return database.transaction(async (transaction) => {
      await lockApplication(transaction, accountId);
      if (!(await move(transaction, 'documents', generation, result))) return false;
      if (fileSize !== undefined)
        await transaction
          .updateTable('documents')
          .set({ file_size: fileSize })
          .where('generation', '=', generation)
          .execute();
      const question = { accountId, answerKey, at: clock.now() };
      await markDocument(transaction, question, result.status === 'COMPLETED');
      await raisePrintRevision(transaction, accountId);
      return true;
    });
  }
}
