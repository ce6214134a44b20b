import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';

/**
 * Returns the id by which the audit names the owner of an address: the account's, or until there is one, that of the
 * newest sign-up. So deleting the person finds these entries. The work is the same for every address.
 */
export async function subjectOf(database: Kysely<Tables>, username: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`SELECT coalesce(
    (SELECT id FROM accounts WHERE username = ${username}),
    (SELECT id FROM signups WHERE username = ${username} ORDER BY created_at DESC LIMIT 1)) AS id`.execute(
    database,
  );
  return rows[0]?.id ?? undefined;
}

/** Deletes the sign-ups of these addresses. Their entries in the audit belong to the account from now on. */
export async function giveSignupsTo(
  database: Kysely<Tables>,
  accountId: string,
  usernames: readonly string[],
): Promise<void> {
  const signups = await database
    .deleteFrom('signups')
    .where('username', 'in', usernames)
    .returning('id')
    .execute();
  await renameInAudit(database, accountId, signups);
}

/** The audit's entries of these sign-ups belong to the account from now on. */
export async function renameInAudit(
  database: Kysely<Tables>,
  accountId: string,
  signups: readonly { readonly id: string }[],
): Promise<void> {
  if (signups.length === 0) return;
  await database
    .updateTable('audit')
    .set({ account_id: accountId })
    .where(
      'account_id',
      'in',
      signups.map(({ id }) => id),
    )
    .execute();
}

/** Removes the network addresses of a person from the audit. Those of clerks, operators and programs stay. */
export async function blankNetworks(database: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .updateTable('audit')
    .set({ address: null })
    .where('account_id', 'in', ids)
    .where('actor', 'is', null)
    .execute();
}
