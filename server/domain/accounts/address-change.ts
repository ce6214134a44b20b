import { normalizeUsername } from '#contract/normalize-username.ts';
import { readdressJobs } from '#server/adapters/queue-tables.ts';
import type { Queue } from '#server/adapters/queue.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { giveSignupsTo } from '#server/domain/ground/audit-subject.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

interface AddressChangeParts extends Pick<Parts, 'clock' | 'database' | 'deleteMails'> {
  readonly queue: Pick<Queue, 'send'>;
}

/**
 * Gives an account another e-mail address. It ends all sessions and password links, because whoever reads the old
 * mailbox may have them, and drops sign-ups with the new address. Mails that wait go to the new address. Those to the
 * old one that are stored here are deleted: deleting the applicant later looks for the new address only. Both addresses
 * get a mail.
 *
 * @returns false if another account has the new address; then nothing is changed
 */
export async function changeAddress(
  { database, clock, queue, deleteMails }: AddressChangeParts,
  { id, username }: { readonly id: string; readonly username: string },
  newAddress: string,
): Promise<boolean> {
  const changed = normalizeUsername(newAddress);
  return database.transaction(async (transaction) => {
    const other = await transaction
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', changed)
      .executeTakeFirst();
    if (other !== undefined) return false;
    // The announcement was sent to the old address.
    await transaction
      .updateTable('accounts')
      .set({
        username: changed,
        deletion_asked_at: null,
        deletion_mailed_at: null,
        mail_refusal: '',
        mail_refused_at: null,
      })
      .where('id', '=', id)
      .execute();
    // The printout shows the address.
    await transaction
      .updateTable('applications')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('account_id', '=', id)
      .execute();
    for (const table of ['sessions', 'resets'] as const)
      await transaction.deleteFrom(table).where('account_id', '=', id).execute();
    await giveSignupsTo(transaction, id, [username, changed]);
    await transaction.deleteFrom('confirmation_codes').where('username', 'in', [username, changed]).execute();
    await readdressJobs(transaction, username, changed);
    await deleteMails({ to: username });
    await queue.send(mailJob, { kind: 'address-left', username: changed, to: username }, { in: transaction });
    await queue.send(mailJob, { kind: 'address-given', username: changed }, { in: transaction });
    await audit(transaction, { event: 'address-changed', at: clock.now(), accountId: id });
    return true;
  });
}
