import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';

/** Sending a mail never takes this long, so the run that claimed an older mail has died. */
const CLAIM_MS = 120_000;

export type SubmissionMails = ReturnType<typeof makeSubmissionMails>;

/** Makes sure that each submission is followed by exactly one mail, even if its job runs twice. */
export function makeSubmissionMails({ database, clock }: { database: Database; clock: Clock }) {
  const { kysely } = database;

  return {
    /**
     * Returns `mine` if the caller must send the mail now, `sent` if it was sent, `taken` if another run is sending
     * it.
     */
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

    /** Gives the claim back, so that the next try can send the mail. */
    async release(accountId: string): Promise<void> {
      await set(accountId, { mail_claimed_at: null });
    },
  };

  async function set(accountId: string, values: { mailed_at: Date } | { mail_claimed_at: null }) {
    await kysely.updateTable('submissions').set(values).where('account_id', '=', accountId).execute();
  }
}
