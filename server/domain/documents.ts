import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { fileKeys } from '#form/stored-keys.ts';
import { pendingStatuses, type DocumentAnswer, type DocumentStatus } from '#contract/document-answer.ts';
import type { Clock } from '#server/adapters/clock.ts';
import { EMPTY } from '#server/adapters/converter/outcome.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import type { UploadRefusal } from '#server/adapters/database/document-tables.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Queue } from '#server/adapters/queue.ts';
import { UPLOAD_FORM_SECONDS, type Storage, type UploadForm } from '#server/adapters/storage/storage.ts';
import { raiseRevision } from './application-rows.ts';
import {
  convertDocument,
  LOST_MESSAGE,
  STALLED_MESSAGE,
  STALLED_MS,
  TOO_LARGE_MESSAGE,
} from './document-jobs.ts';
import { ForbiddenError } from './errors.ts';
import { shownFileName } from './file-name.ts';
import { makeTries, type Limit } from './tries.ts';

const FORGOTTEN = 'The document is deleted.';
const REFUSALS: Readonly<Record<UploadRefusal, string>> = { empty: EMPTY, 'too large': TOO_LARGE_MESSAGE };
const MESSAGES = {
  UNPROCESSED: 'Your document waits to be converted.',
  IN_PROGRESS: 'Your document is being converted.',
  COMPLETED: 'Your document is attached.',
} as const;

const HOUR = 3600;
/** Enough for the most careful of applicants, too few to fill a disk. */
const limits = {
  upload: (accountId: string): Limit => ({
    kind: 'upload',
    who: accountId,
    most: 60,
    perSeconds: HOUR,
  }),
  conversion: (accountId: string): Limit => ({
    kind: 'conversion',
    who: accountId,
    most: 40,
    perSeconds: HOUR,
  }),
};

export interface DocumentsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly rateFactor: number;
  /** Changes an application, alone and unless it is submitted. */
  readonly change: <T>(accountId: string, work: (transaction: Transaction) => Promise<T>) => Promise<T>;
}

/** What a worker needs to know of a conversion. */
export interface Conversion {
  readonly generation: string;
  readonly accountId: string;
  readonly uploadKey: string;
}

export interface AttachedDocument {
  readonly answer_key: string;
  readonly file_name: string;
  readonly pdfKey: string;
}

export type Documents = ReturnType<typeof makeDocuments>;

/** The documents of an application, as they stand. */
export async function documentsOf(
  accountId: string,
  from: Kysely<Tables>,
): Promise<Readonly<Record<string, DocumentAnswer>>> {
  const rows = await from
    .selectFrom('documents')
    .select(['answer_key', 'file_name', 'file_size', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('answer_key')
    .execute();
  return Object.fromEntries(rows.map(({ answer_key, ...document }) => [answer_key, document]));
}

/**
 * Tells what is lost from what was deleted or replaced while somebody read one after the other.
 *
 * @param keys of PDFs that the storage does not have
 * @param from outside of the snapshot that the keys come from
 * @returns those that an application has all the same
 */
export async function lostFiles(keys: readonly string[], from: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ pdf_key: string }>`
    SELECT pdf_key FROM (SELECT pdf_key FROM documents UNION ALL SELECT pdf_key FROM copies) files
    WHERE pdf_key = ANY(${keys}::text[])`.execute(from);
  return rows.map(({ pdf_key }) => pdf_key);
}

/** Uploads and conversions: one document per file question, its PDF made by a job. */
export function makeDocuments({ database, clock, queue, storage, rateFactor, change }: DocumentsOptions) {
  const { kysely } = database;
  const tries = makeTries({ database, clock, factor: rateFactor });

  return {
    all: async (accountId: string) => ({ ...(await documentsOf(accountId, kysely)) }),

    /**
     * A form for one upload to one question.
     *
     * @throws {AlreadySubmittedError}
     * @throws {TooManyTriesError}
     */
    async uploadForm(accountId: string, answerKey: string): Promise<UploadForm> {
      await tries.take(limits.upload(accountId));
      const file_key = `uploads/${accountId}/${randomBytes(16).toString('hex')}`;
      await change(accountId, (transaction) =>
        transaction
          .insertInto('uploads')
          .values({
            file_key,
            account_id: accountId,
            answer_key: answerKey,
            created_at: clock.now(),
            used_at: null,
            refusal: null,
          })
          .execute(),
      );
      return storage.uploadForm(file_key);
    },

    /** Whether a form that we signed is still good: not used for a conversion, and nothing submitted since. */
    async mayUpload(fileKey: string): Promise<boolean> {
      const row = await kysely
        .selectFrom('uploads')
        .innerJoin('applications', 'applications.account_id', 'uploads.account_id')
        .select('uploads.file_key')
        .where('file_key', '=', fileKey)
        .where('used_at', 'is', null)
        .where('submitted_at', 'is', null)
        .where('uploads.created_at', '>', new Date(clock.now().getTime() - UPLOAD_FORM_SECONDS * 1000))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Keeps why the storage did not take a file, for whoever asks to have it converted. */
    async noteRefusal(fileKey: string, refusal: UploadRefusal): Promise<void> {
      await kysely
        .updateTable('uploads')
        .set({ refusal })
        .where('file_key', '=', fileKey)
        .where('used_at', 'is', null)
        .execute();
    },

    /**
     * Puts the conversion of an uploaded file in line. Whatever document the question had is replaced at once;
     * a conversion of it that still runs comes to nothing. Asked again for the same upload, it changes nothing,
     * even once another has taken its place.
     *
     * @throws {ForbiddenError} when the file is not this applicant's, for this question
     * @throws {AlreadySubmittedError}
     * @throws {TooManyTriesError}
     */
    async requestConversion(
      accountId: string,
      answerKey: string,
      { file_key, file_name }: { readonly file_key: string; readonly file_name: string },
    ): Promise<{ message: string }> {
      const findUpload = async (from: Kysely<Tables>) => {
        const upload = await from
          .selectFrom('uploads')
          .select(['used_at', 'refusal'])
          .where('file_key', '=', file_key)
          .where('account_id', '=', accountId)
          .where('answer_key', '=', answerKey)
          .executeTakeFirst();
        if (upload === undefined) throw new ForbiddenError('This file cannot be used for this question.');
        return upload;
      };
      await findUpload(kysely);
      await tries.take(limits.conversion(accountId));

      // The post to the storage is one that no client sees fail, so this is where a lost file is noticed.
      const size = await storage.size(file_key);
      const replaced = await change(accountId, async (transaction) => {
        // Once more: it may have been used, or deleted, since we looked.
        const { used_at, refusal } = await findUpload(transaction);
        const present = await documentRow(transaction, accountId, answerKey);
        const isPresent = present?.upload_key === file_key;
        // Asked twice; only a file that was lost and has come after all is worth a second look.
        if (used_at !== null || (isPresent && size === undefined)) return undefined;
        const generation = randomUUID();
        const row = {
          generation,
          upload_key: file_key,
          file_name: shownFileName(file_name),
          file_size: size ?? 0,
          status: size === undefined ? ('FAILED' as const) : ('UNPROCESSED' as const),
          message: size === undefined ? (refusal === null ? LOST_MESSAGE : REFUSALS[refusal]) : '',
          pdf_key: null,
          pages: null,
          requested_at: clock.now(),
        };
        await transaction
          .insertInto('documents')
          .values({ account_id: accountId, answer_key: answerKey, ...row })
          .onConflict((conflict) => conflict.columns(['account_id', 'answer_key']).doUpdateSet(row))
          .execute();
        await raiseRevision(transaction, accountId);
        const used = [
          ...(size === undefined ? [] : [file_key]),
          // Lost or not, it is replaced for good.
          ...(present === undefined || isPresent ? [] : [present.upload_key]),
        ];
        if (used.length > 0) {
          await transaction
            .updateTable('uploads')
            .set({ used_at: clock.now() })
            .where('file_key', 'in', used)
            .execute();
        }
        if (size !== undefined) {
          await queue.send(convertDocument, { generation }, { in: transaction, group: accountId });
        }
        return present;
      });
      if (replaced?.pdf_key) await discard(replaced.pdf_key);
      // A conversion that is about to read it ends without a word: its generation is gone.
      if (replaced !== undefined && replaced.upload_key !== file_key) await discard(replaced.upload_key);
      return { message: MESSAGES.UNPROCESSED };
    },

    /** How a question's conversion stands, in a status and a sentence. */
    async conversion(
      accountId: string,
      answerKey: string,
    ): Promise<{ status: DocumentStatus; message: string }> {
      const row = await documentRow(kysely, accountId, answerKey);
      if (row === undefined) return { status: 'NOT_ANSWERED', message: '' };
      const { status, message, generation, requested_at } = row;
      if (status === 'FAILED') return { status, message };
      if (status !== 'COMPLETED' && clock.now().getTime() - requested_at.getTime() > STALLED_MS) {
        await failConversion(generation, STALLED_MESSAGE);
        return { status: 'FAILED', message: STALLED_MESSAGE };
      }
      return { status, message: MESSAGES[status] };
    },

    /**
     * Deletes a question's document: upload, conversion and PDF. Does nothing when there is none.
     *
     * @throws {AlreadySubmittedError}
     */
    async forget(accountId: string, answerKey: string): Promise<{ message: string }> {
      const files = await change(accountId, async (transaction) => {
        const uploads = await transaction
          .deleteFrom('uploads')
          .where('account_id', '=', accountId)
          .where('answer_key', '=', answerKey)
          .returning('file_key')
          .execute();
        const document = await transaction
          .deleteFrom('documents')
          .where('account_id', '=', accountId)
          .where('answer_key', '=', answerKey)
          .returning('pdf_key')
          .executeTakeFirst();
        if (document !== undefined) await raiseRevision(transaction, accountId);
        return [...uploads.map(({ file_key }) => file_key), ...(document?.pdf_key ? [document.pdf_key] : [])];
      });
      await Promise.all(files.map(discard));
      return { message: FORGOTTEN };
    },

    /** Marks a conversion as begun; `undefined` when it was deleted, replaced or is over. */
    async beginConversion(generation: string): Promise<Conversion | undefined> {
      const row = await kysely
        .updateTable('documents')
        .set({ status: 'IN_PROGRESS' })
        .where('generation', '=', generation)
        .where('status', 'in', pendingStatuses)
        .returning(['account_id', 'upload_key'])
        .executeTakeFirst();
      return row && { generation, accountId: row.account_id, uploadKey: row.upload_key };
    },

    /** Keeps the PDF of a conversion, unless the document was deleted or replaced meanwhile. */
    async completeConversion(
      { generation, accountId, uploadKey }: Conversion,
      { pdf, pages, fileSize }: { readonly pdf: Buffer; readonly pages: number; readonly fileSize: number },
    ): Promise<void> {
      const pdf_key = `documents/${accountId}/${generation}.pdf`;
      await storage.write(pdf_key, pdf);
      const { isMine, isInUse } = await database.transaction(async (transaction) => {
        // In the order in which every change takes its locks.
        await raiseRevision(transaction, accountId);
        const { numUpdatedRows } = await transaction
          .updateTable('documents')
          .set({ status: 'COMPLETED', message: '', pdf_key, pages, file_size: fileSize })
          .where('generation', '=', generation)
          .where('status', '=', 'IN_PROGRESS')
          .executeTakeFirst();
        // Another worker may have been first, when the lease of this one had ended: then its PDF has the same key.
        const inUse = await transaction
          .selectFrom('documents')
          .select('generation')
          .where('pdf_key', '=', pdf_key)
          .executeTakeFirst();
        return { isMine: numUpdatedRows > 0n, isInUse: inUse !== undefined };
      });
      if (isMine) await discard(uploadKey);
      else if (!isInUse) await discard(pdf_key);
    },

    failConversion,

    /** The finished PDFs of an application, in the order of the form. */
    async attached(accountId: string): Promise<AttachedDocument[]> {
      const rows = await kysely
        .selectFrom('documents')
        .select(['answer_key', 'file_name', 'pdf_key'])
        .where('account_id', '=', accountId)
        .where('status', '=', 'COMPLETED')
        .execute();
      return fileKeys.flatMap((key) => {
        const row = rows.find(({ answer_key }) => answer_key === key);
        return row?.pdf_key ? [{ answer_key: key, file_name: row.file_name, pdfKey: row.pdf_key }] : [];
      });
    },

    /** The PDF of an attached document; for the copy and the operator's export. */
    read: ({ pdfKey }: AttachedDocument) => storage.read(pdfKey),
  };

  async function failConversion(generation: string, message: string): Promise<void> {
    const row = await kysely
      .updateTable('documents')
      .set({ status: 'FAILED', message })
      .where('generation', '=', generation)
      .where('status', 'in', pendingStatuses)
      .returning('upload_key')
      .executeTakeFirst();
    if (row !== undefined) await discard(row.upload_key);
  }

  /** A file that cannot be deleted now is found by the sweep. */
  async function discard(key: string): Promise<void> {
    await storage.delete(key).catch(() => undefined);
  }
}

function documentRow(from: Kysely<Tables>, accountId: string, answerKey: string) {
  return from
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
}
