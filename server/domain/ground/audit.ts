import { AsyncLocalStorage } from 'node:async_hooks';
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
  | 'submissions-listed'
  | 'sessions-ended'
  | 'deleted'
  | 'seeded'
  | 'backed-up'
  | 'restored'
  | 'reopened'
  | 'address-changed'
  /** An operator's command. What it does may add rows of its own. */
  | `admin ${string}`
  | 'office-link-issued'
  | 'office-link-revoked'
  | OfficeEvent;

/** What a clerk does in the office's pages. */
export type OfficeEvent =
  | 'office-opened'
  | 'office-logged-out'
  | 'office-list-read'
  | 'office-list-saved'
  | 'office-answers-saved'
  | 'office-application-read'
  | 'office-pdf-saved'
  | 'office-document-saved'
  | 'office-reviewed'
  | 'office-review-undone'
  | 'office-reminded'
  | `office-deleted ${DeletionReason}`;

/** Why a clerk deletes an application. A text of the clerk's own could name the person who is deleted. */
export type DeletionReason = 'asked' | 'twice' | 'test' | 'abuse';

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly at: Date;
  readonly accountId?: string | undefined;
  readonly network?: string | undefined;
}

interface Actor {
  readonly name: string;
  readonly network: string | undefined;
}

const actors = new AsyncLocalStorage<Actor>();

/** Runs `work` in somebody's name: what it adds to the audit has this actor, and the network if there is one. */
export function actingAs<T>(name: string, work: () => T, network?: string): T {
  return actors.run({ name, network }, work);
}

/** Records who did what and when, but no content. Entries outlive the account they belong to. */
export async function audit(
  database: Kysely<Tables>,
  { event, at, accountId, network }: AuditEntry,
): Promise<void> {
  const actor = actors.getStore();
  await database
    .insertInto('audit')
    .values({
      event,
      happened_at: at,
      account_id: accountId ?? null,
      address: network ?? actor?.network ?? null,
      actor: actor?.name ?? null,
    })
    .execute();
}

/**
 * Returns what was done at one application, or in one name, the oldest first. `username` is null for a deleted person.
 */
export async function auditOf(
  database: Kysely<Tables>,
  about: { readonly accountId: string } | { readonly actor: string },
) {
  return database
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.account_id')
    .select(['happened_at', 'event', 'username', 'actor', 'address'])
    .where((eb) =>
      'actor' in about ? eb('actor', '=', about.actor) : eb('account_id', '=', about.accountId),
    )
    .orderBy('audit.id')
    .execute();
}
