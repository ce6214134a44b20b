import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { UploadRefusal } from '#server/adapters/database/document-tables.ts';
import { UPLOAD_FORM_SECONDS, type Storage, type UploadForm } from '#server/adapters/storage/storage.ts';
import type { Change } from './application-rows.ts';
import { limits } from './limits.ts';
import { makeTries } from './tries.ts';

interface UploadsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly rateFactor: number;
  readonly change: Change;
}

export type Uploads = ReturnType<typeof makeUploads>;

/** Manages uploads to the storage. Each upload has its own form, for one question. */
export function makeUploads({ database, clock, storage, rateFactor, change }: UploadsOptions) {
  const { kysely } = database;
  const tries = makeTries({ database, clock, factor: rateFactor });

  return {
    /**
     * Signs a form for one upload to one question.
     *
     * @throws {AlreadySubmittedError}
     * @throws {TooManyTriesError}
     */
    async signForm(accountId: string, answerKey: string): Promise<UploadForm> {
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

    /**
     * Returns whether a signed form is still valid: not expired, not used for a conversion, application not
     * submitted.
     */
    async isOpen(fileKey: string): Promise<boolean> {
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
}
