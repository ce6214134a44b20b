import type { Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';

/**
 * Notes with an account why a mail to its address was refused. The notice of a deletion counts as not read: it may be the
 * mail that was refused. Returns whether there is an account.
 */
export async function noteRefusal(
  kysely: Kysely<Tables>,
  username: string,
  { codes, at }: { readonly codes: string; readonly at: Date },
): Promise<boolean> {
  const row = await kysely
    .updateTable('accounts')
    .set({ mail_refusal: codes || 'refused', mail_refused_at: at, deletion_mailed_at: null })
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns when the last mail to an account was refused, if no later one was accepted. */
export async function refusedAt(kysely: Kysely<Tables>, username: string): Promise<Date | null> {
  const row = await kysely
    .selectFrom('accounts')
    .select('mail_refused_at')
    .where('username', '=', username)
    .executeTakeFirst();
  return row?.mail_refused_at ?? null;
}

/** Forgets a refusal, because a later mail was accepted. A report about that mail may have been noted since: it stays. */
export async function forgetRefusal(kysely: Kysely<Tables>, username: string, at: Date): Promise<void> {
  await kysely
    .updateTable('accounts')
    .set({ mail_refusal: '', mail_refused_at: null })
    .where('username', '=', username)
    .where('mail_refused_at', '=', at)
    .execute();
}
