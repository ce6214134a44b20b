import type { Kysely } from 'kysely';
import type { Tables } from '#server/adapters/database/tables.ts';

/** Notes with an account why a mail to its address was refused. Returns whether there is one. */
export async function noteRefusal(
  kysely: Kysely<Tables>,
  username: string,
  { codes, at }: { readonly codes: string; readonly at: Date },
): Promise<boolean> {
  const row = await kysely
    .updateTable('accounts')
    .set({ mail_refusal: codes || 'refused', mail_refused_at: at })
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets a refusal, because a later mail was accepted. */
export async function forgetRefusal(kysely: Kysely<Tables>, username: string): Promise<void> {
  await kysely
    .updateTable('accounts')
    .set({ mail_refusal: '', mail_refused_at: null })
    .where('username', '=', username)
    .where('mail_refusal', '!=', '')
    .execute();
}
