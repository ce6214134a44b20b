import type { Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';

type AuditEvent =
  | 'signup'
  | 'confirmed'
  | 'login'
  | 'login-failed'
  | 'logout'
  | 'reset-asked'
  | 'password-reset'
  | 'submitted'
  | 'token-issued'
  | 'token-used'
  | 'token-revoked'
  | 'reminders-off'
  | 'exported'
  | 'deleted'
  | 'seeded'
  | 'backed-up'
  | 'restored';

interface AuditEntry {
  readonly event: AuditEvent;
  readonly at: Date;
  readonly accountId?: string | undefined;
  readonly network?: string | undefined;
}

/** Records who did what and when, but no content. Entries outlive the account they belong to. */
export async function audit(
  database: Kysely<Tables>,
  { event, at, accountId, network }: AuditEntry,
): Promise<void> {
  await database
    .insertInto('audit')
    .values({ event, happened_at: at, account_id: accountId ?? null, address: network ?? null })
    .execute();
}
