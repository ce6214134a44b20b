import type { Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';
import { audit, type AuditEntry } from '#server/domain/ground/audit.ts';

/** Records in the audit who fetched an application, and with a submission that it was fetched. */
export async function noteFetched(
  kysely: Kysely<Tables>,
  entry: AuditEntry & { readonly accountId: string },
): Promise<void> {
  await audit(kysely, entry);
  await kysely
    .updateTable('submissions')
    .set({ fetched_at: entry.at })
    .where('account_id', '=', entry.accountId)
    .where('fetched_at', 'is', null)
    .execute();
}
