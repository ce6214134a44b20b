import type { Kysely } from 'kysely';
import { normalizeUsername } from '#contract/normalize-username.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Queue } from '#server/adapters/queue.ts';
import { lockApplication } from '#server/domain/application/application-rows.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { blankNetworks } from '#server/domain/ground/audit-subject.ts';
import { discard } from '#server/domain/ground/discard.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import type { ReportEvent } from '#server/domain/ground/report-event.ts';

interface ErasureOptions extends Pick<Parts, 'clock' | 'database' | 'deleteMails' | 'storage'> {
  readonly queue: Pick<Queue, 'forget'>;
  readonly reportEvent: ReportEvent;
}

export type Erasure = ReturnType<typeof makeErasure>;

/** Deletes people: those who have an account, and those who have only signed up. */
export function makeErasure({ database, clock, storage, queue, deleteMails, reportEvent }: ErasureOptions) {
  return {
    /** Returns whether there is an account, a sign-up or a code with this address. */
    async isKnown(address: string): Promise<boolean> {
      const username = normalizeUsername(address);
      const rows = await Promise.all(
        (['accounts', 'signups', 'confirmation_codes'] as const).map((table) =>
          database.kysely
            .selectFrom(table)
            .select('username')
            .where('username', '=', username)
            .limit(1)
            .executeTakeFirst(),
        ),
      );
      return rows.some((row) => row !== undefined);
    },

    /**
     * Deletes everything that belongs to an address: account, sign-ups, codes, jobs, mails stored here, and files. Only
     * the audit stays, which names accounts by a random id, without the networks that the person used.
     *
     * @param mayGo the rule by which the account goes, asked while nobody can use it: `false` deletes nothing
     * @returns how many files could not be deleted; the sweep tries those again. `undefined` if nothing was deleted
     */
    async erase(
      address: string,
      mayGo?: (transaction: Transaction, accountId: string) => Promise<boolean>,
    ): Promise<{ readonly numFilesLeft: number } | undefined> {
      const username = normalizeUsername(address);
      const files = await database.transaction(async (transaction) => {
        const account = await transaction
          .selectFrom('accounts')
          .select('id')
          .where('username', '=', username)
          .forUpdate()
          .executeTakeFirst();
        if (account) await lockApplication(transaction, account.id);
        if (mayGo && !(account && (await mayGo(transaction, account.id)))) return undefined;
        const { keys, names } = await namesOf(transaction, account?.id);
        const wasSubmitted = account && (await hasSubmitted(transaction, account.id));
        await transaction.deleteFrom('accounts').where('username', '=', username).execute();
        const signups = await transaction
          .deleteFrom('signups')
          .where('username', '=', username)
          .returning('id')
          .execute();
        await transaction.deleteFrom('confirmation_codes').where('username', '=', username).execute();
        await blankNetworks(
          transaction,
          [...signups, ...(account ? [account] : [])].map(({ id }) => id),
        );
        await queue.forget([username, ...names], transaction);
        // Other programs may have fetched a submitted application, and delete their copy. Nobody has fetched a draft.
        if (account && wasSubmitted)
          await reportEvent(transaction, {
            type: 'application.deleted',
            accountId: account.id,
            at: clock.now(),
          });
        await audit(transaction, { event: 'deleted', at: clock.now(), accountId: account?.id });
        return keys;
      });
      if (files === undefined) return undefined;
      // After the jobs, so that none is left that would write another mail.
      await deleteMails({ to: username });
      const areGone = await Promise.all(files.map((key) => discard(storage, key)));
      return { numFilesLeft: areGone.filter((isGone) => !isGone).length };
    },
  };
}

/** Returns the keys of all files of an account, and the ids by which jobs name the account and its work. */
export async function namesOf(transaction: Kysely<Tables>, accountId: string | undefined) {
  if (accountId === undefined) return { keys: [], names: [] };
  const uploads = await transaction
    .selectFrom('uploads')
    .select('file_key')
    .where('account_id', '=', accountId)
    .execute();
  const documents = await transaction
    .selectFrom('documents')
    .select(['generation', 'pdf_key', 'upload_key'])
    .where('account_id', '=', accountId)
    .execute();
  const copies = await transaction
    .selectFrom('copies')
    .select(['generation', 'pdf_key'])
    .where('account_id', '=', accountId)
    .execute();
  const work = [...documents, ...copies];
  const keys = [
    ...uploads.map(({ file_key }) => file_key),
    ...documents.map(({ upload_key }) => upload_key),
    ...work.flatMap(({ pdf_key }) => pdf_key ?? []),
  ];
  return { keys: [...new Set(keys)], names: [accountId, ...work.map(({ generation }) => generation)] };
}

/** Whether an application was ever submitted. */
async function hasSubmitted(transaction: Transaction, accountId: string): Promise<boolean> {
  const rows = await Promise.all(
    (['submissions', 'earlier_submissions'] as const).map((table) =>
      transaction.selectFrom(table).select('id').where('account_id', '=', accountId).executeTakeFirst(),
    ),
  );
  return rows.some((row) => row !== undefined);
}
