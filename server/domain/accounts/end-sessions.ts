import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { audit } from '#server/domain/ground/audit.ts';

/** What ends with a session: password links, too, because a thief of the session may have asked for one. */
const OF_ACCOUNTS = ['sessions', 'resets'] as const;

/**
 * Ends the sessions and the password links of one applicant, or of all applicants, and then the sessions of the office.
 *
 * @param accountId of the applicant; all if it is left out
 */
export async function endSessions(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  accountId?: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const table of OF_ACCOUNTS)
      await transaction
        .deleteFrom(table)
        .where((eb) => (accountId === undefined ? eb.lit(true) : eb('account_id', '=', accountId)))
        .execute();
    if (accountId === undefined) await transaction.deleteFrom('office_sessions').execute();
    await audit(transaction, { event: 'sessions-ended', at: clock.now(), accountId });
  });
}
