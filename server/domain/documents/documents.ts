import { sql, type Kysely } from 'kysely';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { unaskedKeys } from '#form/unasked.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import {
  answersOf,
  markDocument,
  raisePrintRevision,
  raiseVersion,
  type Change,
} from '#server/domain/application/application-rows.ts';
import { discard } from '#server/domain/ground/discard.ts';
import { OtherDocumentError } from '#server/domain/ground/errors.ts';
import { isVoid, voidPlaces } from './places.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const FORGOTTEN = 'The document is deleted.';

interface DocumentsOptions extends Pick<Parts, 'clock' | 'database' | 'secrets' | 'storage'> {
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
  return (await documentsAndPlaces(accountId, from)).documents;
}

async function documentsAndPlaces(accountId: string, from: Kysely<Tables>) {
  const rows = await from
    .selectFrom('documents')
    .select(['answer_key', 'file_name', 'file_size', 'status', 'upload_key'])
    .where('account_id', '=', accountId)
    .orderBy('answer_key')
    .execute();
  return {
    documents: Object.fromEntries(
      rows.map(({ answer_key, upload_key: _, ...document }) => [answer_key, document]),
    ),
    places: Object.fromEntries(rows.map(({ answer_key, upload_key }) => [answer_key, upload_key])),
  };
}

/**
 * Returns which of these PDFs a row refers to. Of those that the storage does not have, they are lost; the others were
 * deleted or replaced while a backup or export read the files one by one.
 *
 * @param from a connection outside the snapshot in which the keys were read
 */
export async function keysInUse(keys: readonly string[], from: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ pdf_key: string }>`
    SELECT pdf_key FROM (SELECT pdf_key FROM documents UNION ALL SELECT pdf_key FROM copies) files
    WHERE pdf_key = ANY(${keys}::text[])`.execute(from);
  return rows.map(({ pdf_key }) => pdf_key);
}

/** The documents of an application. `uploads.ts` and `conversions.ts` create them. */
export function makeDocuments({ database, clock, secrets, storage, change }: DocumentsOptions) {
  const { kysely } = database;

  return {
    /** Returns all documents of an application, and their places, by question. */
    all: (accountId: string) => documentsAndPlaces(accountId, kysely),

    /**
     * Deletes a question's document: upload, conversion and PDF; and takes back its uploads that wait. Does nothing
     * when there is none.
     *
     * @param accepted only the document and the uploads of these places; if one of them is no longer valid, nothing is
     * done
     * @throws {AlreadySubmittedError}
     * @throws {OtherDocumentError} when there is nothing at these places, and never was
     */
    async forget(
      accountId: string,
      answerKey: string,
      accepted?: readonly string[],
    ): Promise<{ message: string }> {
      const question = { accountId, answerKey };
      const files = await change(accountId, async (transaction) => {
        const { present, uploads } = await placesOf(transaction, question);
        const isMeant = (place: string) => accepted === undefined || accepted.includes(place);
        const document = present !== undefined && isMeant(present.upload_key) ? present : undefined;
        // A place whose document was replaced stays: converting it again must still change nothing.
        const taken = uploads.filter(
          ({ file_key, used_at }) =>
            isMeant(file_key) &&
            (accepted === undefined || used_at === null || file_key === document?.upload_key),
        );
        const places = new Set(taken.map(({ file_key }) => file_key));
        if (document !== undefined) places.add(document.upload_key);
        if (accepted !== undefined && places.size === 0) {
          if (await isVoid(transaction, question, accepted)) return [];
          throw new OtherDocumentError(present?.upload_key);
        }
        await voidPlaces(transaction, question, [...places], clock.now());
        if (document !== undefined) {
          await transaction.deleteFrom('documents').where('generation', '=', document.generation).execute();
          await raisePrintRevision(transaction, accountId);
          await raiseVersion(transaction, accountId);
        }
        if (document === present) await markDocument(transaction, { ...question, at: clock.now() }, false);
        return [...taken.map(({ file_key }) => file_key), ...(document?.pdf_key ? [document.pdf_key] : [])];
      });
      await Promise.all(files.map((key) => discard(storage, key)));
      return { message: FORGOTTEN };
    },

    /** Returns the finished PDFs of an application whose questions are asked, in the order of the form. */
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

async function placesOf(
  transaction: Transaction,
  { accountId, answerKey }: { readonly accountId: string; readonly answerKey: string },
) {
  const present = await transaction
    .selectFrom('documents')
    .select(['generation', 'upload_key', 'pdf_key'])
    .where('account_id', '=', accountId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
  const uploads = await transaction
    .selectFrom('uploads')
    .select(['file_key', 'used_at'])
    .where('account_id', '=', accountId)
    .where('answer_key', '=', answerKey)
    .forUpdate()
    .execute();
  return { present, uploads };
}
