import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';

/** Longer than any mail takes: whoever claimed it then is dead. */
const CLAIM_MS = 120_000;

export type SubmissionMails = ReturnType<typeof makeSubmissionMails>;

/** Sees to it that a submission is followed by one mail, even where its job runs twice. */
export function makeSubmissionMails({ database, clock }: { database: Database; clock: Clock }) {
  const { kysely } = database;

  return {
    /** `mine`: to be sent now, by the caller alone; `sent` already; or `taken` by another run for the moment. */
    async claim(accountId: string): Promise<'mine' | 'sent' | 'taken'> {
      const now = clock.now();
      const claimed = await kysely
        .updateTable('submissions')
        .set({ mail_claimed_at: now })
        .where('account_id', '=', accountId)
        .where('mailed_at', 'is', null)
        .where((either) =>
          either.or([
            either('mail_claimed_at', 'is', null),
            either('mail_claimed_at', '<', new Date(now.getTime() - CLAIM_MS)),
          ]),
        )
        .returning('account_id')
        .executeTakeFirst();
      if (claimed) return 'mine';
      const row = await kysely
        .selectFrom('submissions')
        .select('mailed_at')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row === undefined || row.mailed_at !== null ? 'sent' : 'taken';
    },

    async noteSent(accountId: string): Promise<void> {
      await set(accountId, { mailed_at: clock.now() });
    },

    /** Lets the next try have it. */
    async release(accountId: string): Promise<void> {
      await set(accountId, { mail_claimed_at: null });
    },
  };

  async function set(accountId: string, values: { mailed_at: Date } | { mail_claimed_at: null }) {
    await kysely.updateTable('submissions').set(values).where('account_id', '=', accountId).execute();
  }
}
