import { sql, type Kysely } from 'kysely';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { unaskedKeys } from '#form/unasked.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import {
  answersOf,
  markDocument,
  raiseRevision,
  raiseVersion,
  type Change,
} from '#server/domain/application/application-rows.ts';
import { discard } from '#server/domain/ground/discard.ts';

const FORGOTTEN = 'The document is deleted.';

interface DocumentsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly change: Change;
}

export interface AttachedDocument {
  readonly answer_key: string;
  readonly file_name: string;
  readonly pdfKey: string;
}

export type Documents = ReturnType<typeof makeDocuments>;

/** Returns the present documents of an application. */
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
 * Tells lost files from those that were deleted or replaced while a backup or export read the files one by one.
 *
 * @param keys of PDFs that the storage does not have
 * @param from a connection outside the snapshot that the keys come from
 * @returns the keys that a row still refers to
 */
export async function lostFiles(keys: readonly string[], from: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ pdf_key: string }>`
    SELECT pdf_key FROM (SELECT pdf_key FROM documents UNION ALL SELECT pdf_key FROM copies) files
    WHERE pdf_key = ANY(${keys}::text[])`.execute(from);
  return rows.map(({ pdf_key }) => pdf_key);
}

/** The documents of an application. `uploads.ts` and `conversions.ts` create them. */
export function makeDocuments({ database, clock, secrets, storage, change }: DocumentsOptions) {
  const { kysely } = database;

  return {
    all: async (accountId: string) => ({ ...(await documentsOf(accountId, kysely)) }),

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
        await markDocument(transaction, { accountId, answerKey, at: clock.now() }, false);
        if (document !== undefined) {
          await raiseRevision(transaction, accountId);
          await raiseVersion(transaction, accountId);
        }
        return [...uploads.map(({ file_key }) => file_key), ...(document?.pdf_key ? [document.pdf_key] : [])];
      });
      await Promise.all(files.map((key) => discard(storage, key)));
      return { message: FORGOTTEN };
    },

    /** Returns the finished PDFs of an application, in the order of the form, as far as they are asked for. */
    async attached(accountId: string): Promise<AttachedDocument[]> {
      const rows = await kysely
        .selectFrom('documents')
        .select(['answer_key', 'file_name', 'pdf_key'])
        .where('account_id', '=', accountId)
        .where('status', '=', 'COMPLETED')
        .execute();
      if (rows.length === 0) return [];
      const unasked = unaskedKeys(await answersOf(kysely, secrets, accountId));
      const asked = fileKeys.filter((key) => !unasked.has(key));
      return asked.flatMap((key) => {
        const row = rows.find(({ answer_key }) => answer_key === key);
        return row?.pdf_key ? [{ answer_key: key, file_name: row.file_name, pdfKey: row.pdf_key }] : [];
      });
    },

    /** Reads the PDF of an attached document, for the copy and the operator's export. */
    read: ({ pdfKey }: AttachedDocument) => storage.read(pdfKey),
  };
}
