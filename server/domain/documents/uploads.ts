import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fileKeys } from '#form/stored-keys.ts';
import type { UploadRefusal } from '#server/adapters/database/document-tables.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { UPLOAD_FORM_SECONDS, type UploadForm } from '#server/adapters/storage/storage.ts';
import type { Change } from '#server/domain/application/application-rows.ts';
import { discard } from '#server/domain/ground/discard.ts';
import { TooManyRequestsError } from '#server/domain/ground/errors.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/**
 * Uploads of an applicant that wait for their conversion. A client needs one for each question, and a second for a
 * retry.
 */
export const OPEN_UPLOADS_MAX = 2 * fileKeys.length;
/**
 * A client that asks for another form this much later has given up on the one before, if no file has arrived with it.
 */
const ABANDONED_MS = 30_000;

interface UploadsOptions extends Pick<Parts, 'clock' | 'database' | 'storage'> {
  readonly rateLimits: RateLimits;
  readonly rateFactor: number;
  readonly change: Change;
}

export type Uploads = ReturnType<typeof makeUploads>;

/** Manages uploads to the storage. Each upload has its own form, for one question. */
export function makeUploads({ database, clock, storage, rateLimits, rateFactor, change }: UploadsOptions) {
  const { kysely } = database;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const openMax = OPEN_UPLOADS_MAX * rateFactor;

  return {
    /**
     * Signs a form for one upload to one question.
     *
     * @throws {AlreadySubmittedError}
     * @throws {TooManyRequestsError} also when too many uploads wait for their conversion
     */
    async signForm(accountId: string, answerKey: string): Promise<UploadForm> {
      await rateLimits.take(limits.upload(accountId));
      await makeRoom(accountId, answerKey);
      const file_key = `uploads/${accountId}/${randomBytes(16).toString('hex')}`;
      await change(accountId, async (transaction) => {
        if ((await openUploads(transaction, accountId)).length >= openMax)
          throw new TooManyRequestsError(ABANDONED_MS / 1000);
        await transaction
          .insertInto('uploads')
          .values({
            file_key,
            account_id: accountId,
            answer_key: answerKey,
            created_at: clock.now(),
            used_at: null,
            refusal: null,
          })
          .execute();
      });
      return storage.uploadForm(file_key);
    },

    /** Returns whether a form is still valid: not expired, not used for a conversion, application not submitted. */
    async isOpen(fileKey: string): Promise<boolean> {
      const upload = await openUpload(kysely, fileKey).executeTakeFirst();
      return upload !== undefined && upload.created_at > ago(UPLOAD_FORM_SECONDS * 1000);
    },

    /**
     * Stores a received file, unless its form was used or taken back, or the application submitted, while the file
     * arrived. Nobody would count such a file.
     *
     * @param commit makes the file visible
     */
    async keep(fileKey: string, commit: () => Promise<void>): Promise<boolean> {
      return database.transaction(async (transaction) => {
        // A conversion or a deletion that is requested at this moment waits for the lock, and then finds the file.
        const upload = await openUpload(transaction, fileKey).forUpdate('uploads').executeTakeFirst();
        if (upload === undefined) return false;
        await commit();
        return true;
      });
    },

    /** Records why the storage refused a file. The request to convert it shows the reason. */
    async noteRefusal(fileKey: string, refusal: UploadRefusal): Promise<void> {
      await kysely
        .updateTable('uploads')
        .set({ refusal })
        .where('file_key', '=', fileKey)
        .where('used_at', 'is', null)
        .execute();
    },
  };
  /** At the limit, takes back the forms that have expired, and unused ones of the same question. */
  async function makeRoom(accountId: string, answerKey: string): Promise<void> {
    const open = await openUploads(kysely, accountId);
    if (open.length < openMax) return;
    for (const { file_key, answer_key, created_at } of open) {
      const hasExpired = created_at <= ago(UPLOAD_FORM_SECONDS * 1000);
      const isAbandoned =
        answer_key === answerKey &&
        created_at <= ago(ABANDONED_MS) &&
        (await storage.size(file_key)) === undefined;
      if (!hasExpired && !isAbandoned) continue;
      const { numDeletedRows } = await kysely
        .deleteFrom('uploads')
        .where('file_key', '=', file_key)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await discard(storage, file_key);
    }
  }
}

/** Finds an upload that waits for its conversion, of an application that can change. */
function openUpload(from: Kysely<Tables>, fileKey: string) {
  return from
    .selectFrom('uploads')
    .innerJoin('applications', 'applications.account_id', 'uploads.account_id')
    .select('uploads.created_at')
    .where('file_key', '=', fileKey)
    .where('used_at', 'is', null)
    .where('submitted_at', 'is', null);
}

function openUploads(from: Kysely<Tables>, accountId: string) {
  return from
    .selectFrom('uploads')
    .select(['file_key', 'answer_key', 'created_at'])
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}
