import type { Kysely } from 'kysely';
import type { DocumentStatus } from '#contract/document-answer.ts';
import { EMPTY } from '#server/adapters/converter/outcome.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { UploadRefusal, WorkStatus } from '#server/adapters/database/document-tables.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import {
  markDocument,
  raisePrintRevision,
  raiseVersion,
  type Change,
} from '#server/domain/application/application-rows.ts';
import { makeConversionWork } from './conversion-work.ts';
import { Batches } from '#server/domain/ground/batches.ts';
import { discard } from '#server/domain/ground/discard.ts';
import { conversionJob } from './convert-document.ts';
import { queuedAt } from './life-cycle.ts';
import { LOST_MESSAGE, NO_STORAGE_MESSAGE, TOO_LARGE_MESSAGE } from './sentences.ts';
import { ForbiddenError } from '#server/domain/ground/errors.ts';
import { shownFileName } from '#server/domain/ground/file-name.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import { requirePlace, type AcceptedPlaces } from './places.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const REFUSALS: Readonly<Record<UploadRefusal, string>> = {
  empty: EMPTY.message,
  'too large': TOO_LARGE_MESSAGE,
};
const MESSAGES = {
  UNPROCESSED: 'Your document is waiting to be converted.',
  IN_PROGRESS: 'Your document is being converted.',
  COMPLETED: 'Your document is attached.',
} as const;

interface ConversionsOptions extends Pick<Parts, 'clock' | 'database' | 'queue' | 'storage'> {
  readonly rateLimits: RateLimits;
  readonly change: Change;
}

/** The most questions in one query. */
const BATCH_MAX = 500;
/** Every applicant who waits for a document asks for it every two seconds. One query for each would keep saves waiting. */
const findStates = {
  name: 'find-document-states',
  text: `SELECT account_id, answer_key, status, message, upload_key FROM documents
    JOIN unnest($1::uuid[], $2::text[]) AS asked (account_id, answer_key) USING (account_id, answer_key)`,
};

interface Question {
  readonly accountId: string;
  readonly answerKey: string;
}

interface FoundState {
  readonly account_id: string;
  readonly answer_key: string;
  readonly status: WorkStatus;
  readonly message: string;
  readonly upload_key: string;
}

/** A file that was uploaded for a question. */
interface Upload extends Question {
  readonly fileKey: string;
}

export type Conversions = ReturnType<typeof makeConversions>;

/** Turns uploads into documents: one per file question. A job makes each PDF. */
export function makeConversions(options: ConversionsOptions) {
  const { database, clock, queue, storage, rateLimits, change } = options;
  const { kysely } = database;
  const states = new Batches({ run: readStates, weightOf: () => 1, maxWeight: BATCH_MAX });

  return {
    ...makeConversionWork({ database, clock, storage, queue, rateLimits }),

    /**
     * Queues the conversion of an uploaded file. It replaces the question's present document at once; a conversion of
     * the old document that still runs has no effect. Requesting the same upload again changes nothing, even after
     * another upload has replaced it, and whichever documents are accepted.
     *
     * @returns the `state` of the question's document after that, and the document's place
     * @throws {ForbiddenError} when the file was not uploaded by this applicant for this question, or was taken back
     * @throws {OtherDocumentError} when the question has another document than the accepted ones
     * @throws {AlreadySubmittedError}
     * @throws {TooManyRequestsError}
     */
    async request(
      accountId: string,
      answerKey: string,
      { file_key: fileKey, file_name }: { readonly file_key: string; readonly file_name: string },
      accepted?: AcceptedPlaces,
    ): Promise<{ message: string; place: string | undefined }> {
      const upload = { accountId, answerKey, fileKey };
      await findUpload(kysely, upload);
      await rateLimits.take(limits.conversion(accountId));

      // The client cannot see whether its post to the storage failed. So we check here whether the file arrived.
      const size = await storage.size(fileKey);
      const isLost = size !== undefined || (await storage.fault()) === undefined;
      const whyLost = isLost ? LOST_MESSAGE : NO_STORAGE_MESSAGE;
      const { replaced, message, place } = await change(accountId, async (transaction) => {
        // Look again under the lock: the upload may have been used or deleted since.
        const { used_at, refusal } = await findUpload(transaction, upload);
        const present = await documentRow(transaction, upload);
        const isPresent = present?.upload_key === fileKey;
        // A repeated request changes nothing, unless a file that was missing before has arrived by now.
        if (used_at !== null || (isPresent && size === undefined))
          return { replaced: undefined, message: messageOf(present), place: present?.upload_key };
        if (!isPresent) requirePlace(present, accepted);
        const begun =
          size === undefined
            ? ({ status: 'FAILED', message: refusal === null ? whyLost : REFUSALS[refusal] } as const)
            : ({ status: 'UNPROCESSED', message: '' } as const);
        const generation = await putDocument(transaction, upload, { file_name, size, ...begun });
        if (size === undefined)
          await markDocument(transaction, { accountId, answerKey, at: clock.now() }, false);
        else {
          await markUsed(transaction, fileKey);
          await queue.send(conversionJob, { generation }, { in: transaction, group: accountId });
        }
        if (present !== undefined && !isPresent) {
          // Whether the old upload arrived or not, it can never be used again.
          await markUsed(transaction, present.upload_key);
          await raiseVersion(transaction, accountId);
        }
        return { replaced: present, message: messageOf(begun), place: fileKey };
      });
      if (replaced?.pdf_key) await discard(storage, replaced.pdf_key);
      // A conversion that is about to read this file ends silently, because its generation no longer exists.
      if (replaced !== undefined && replaced.upload_key !== fileKey)
        await discard(storage, replaced.upload_key);
      return { message, place };
    },

    /** Returns the status of a question's conversion, with a sentence for the applicant, and the document's place. */
    async state(
      accountId: string,
      answerKey: string,
    ): Promise<{ status: DocumentStatus; message: string; place: string | undefined }> {
      const row = await states.add({ accountId, answerKey });
      return { status: row?.status ?? 'NOT_ANSWERED', message: messageOf(row), place: row?.upload_key };
    },
  };

  async function readStates(questions: readonly Question[]) {
    const rows = await database.run<FoundState>(findStates, [
      questions.map(({ accountId }) => accountId),
      questions.map(({ answerKey }) => answerKey),
    ]);
    const found = new Map(rows.map((row) => [`${row.account_id} ${row.answer_key}`, row]));
    return ({ accountId, answerKey }: Question) => found.get(`${accountId} ${answerKey}`);
  }

  /** @returns the generation of the question's new document */
  async function putDocument(
    transaction: Transaction,
    { accountId, answerKey, fileKey }: Upload,
    begun: {
      readonly file_name: string;
      readonly size: number | undefined;
      readonly status: 'UNPROCESSED' | 'FAILED';
      readonly message: string;
    },
  ): Promise<string> {
    const row = {
      ...queuedAt(clock.now()),
      upload_key: fileKey,
      file_name: shownFileName(begun.file_name),
      file_size: begun.size ?? 0,
      status: begun.status,
      message: begun.message,
    };
    await transaction
      .insertInto('documents')
      .values({ account_id: accountId, answer_key: answerKey, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'answer_key']).doUpdateSet(row))
      .execute();
    await raisePrintRevision(transaction, accountId);
    return row.generation;
  }

  async function markUsed(transaction: Transaction, fileKey: string): Promise<void> {
    await transaction
      .updateTable('uploads')
      .set({ used_at: clock.now() })
      .where('file_key', '=', fileKey)
      .execute();
  }
}

/** Returns the sentence for the applicant. */
function messageOf(document: { readonly status: WorkStatus; readonly message: string } | undefined): string {
  if (document === undefined) return '';
  return document.status === 'FAILED' ? document.message : MESSAGES[document.status];
}

async function findUpload(from: Kysely<Tables>, { accountId, answerKey, fileKey }: Upload) {
  const upload = await from
    .selectFrom('uploads')
    .select(['used_at', 'refusal'])
    .where('file_key', '=', fileKey)
    .where('account_id', '=', accountId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
  if (upload === undefined) throw new ForbiddenError('This file cannot be used for this question.');
  return upload;
}

function documentRow(from: Kysely<Tables>, { accountId, answerKey }: Question) {
  return from
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
}
