import * as z from 'zod/mini';
import { frozenCopy } from '#server/domain/application/frozen.ts';
import { isSealedKey, openValue, sealValue } from '#server/domain/application/answer-values.ts';
import { resealDeviceRoot } from '#server/domain/accounts/device-keys.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const ACCOUNTS_AT_ONCE = 100;

/**
 * Seals again, with the present secret, all values that older secrets sealed. Links, codes and temporary answers of
 * older secrets end. Reads the applications of a few accounts
 * at a time, so any number of them fits into memory.
 *
 * @returns the number of values
 */
export async function resealAll({ database, secrets }: Pick<Parts, 'database' | 'secrets'>): Promise<number> {
  const { kysely } = database;
  let count = 0;
  for (let last: string | undefined; ;) {
    const accounts = await kysely
      .selectFrom('applications')
      .select('account_id')
      .$if(last !== undefined, (query) => query.where('account_id', '>', last ?? ''))
      .orderBy('account_id')
      .limit(ACCOUNTS_AT_ONCE)
      .execute();
    last = accounts.at(-1)?.account_id;
    if (last === undefined) break;
    const ids = accounts.map(({ account_id }) => account_id);
    count += await resealAnswers(ids);
    count += (await resealFrozen('submissions', ids)) + (await resealFrozen('earlier_submissions', ids));
  }
  await resealDeviceRoot(database, secrets);
  await kysely
    .deleteFrom('tokens')
    .where('answers', 'is not', null)
    .where('answers', 'not like', `v1.${secrets.keyId}.%`)
    .execute();
  const ours = `${secrets.keyId}.%`;
  await kysely.deleteFrom('resets').where('seed', 'not like', ours).execute();
  await kysely.deleteFrom('confirmation_codes').where('seed', 'not like', ours).execute();
  await kysely.deleteFrom('secret_marks').where('key_id', '!=', secrets.keyId).execute();
  return count;

  async function resealAnswers(ids: readonly string[]): Promise<number> {
    const rows = await kysely
      .selectFrom('answers')
      .select(['account_id', 'key', 'value'])
      .where('account_id', 'in', ids)
      .where('value', 'like', 'v1.%')
      .execute();
    const stale = rows.filter(({ key, value }) => isStale(key, value));
    for (const { account_id, key, value } of stale) {
      // Skip the value if the applicant has changed it since we read it.
      await kysely
        .updateTable('answers')
        .set({ value: resealed(account_id, key, value) })
        .where('account_id', '=', account_id)
        .where('key', '=', key)
        .where('value', '=', value)
        .execute();
    }
    return stale.length;
  }

  async function resealFrozen(
    table: 'submissions' | 'earlier_submissions',
    ids: readonly string[],
  ): Promise<number> {
    let numResealed = 0;
    const rows = await kysely
      .selectFrom(table)
      .select(['id', 'account_id', 'frozen'])
      .where('account_id', 'in', ids)
      .execute();
    for (const { id, account_id, frozen } of rows) {
      const copy = z.parse(frozenCopy, frozen);
      const stale = Object.entries(copy.answer).filter(([key, value]) => isStale(key, value));
      if (stale.length === 0) continue;
      const fresh = stale.map(([key, value]) => [key, resealed(account_id, key, value)]);
      const answer = { ...copy.answer, ...Object.fromEntries(fresh) };
      await kysely
        .updateTable(table)
        .set({ frozen: JSON.stringify({ ...copy, answer }) })
        .where('id', '=', id)
        .execute();
      numResealed += stale.length;
    }
    return numResealed;
  }

  function isStale(key: string, value: string): boolean {
    return isSealedKey(key) && value !== '' && !value.startsWith(`v1.${secrets.keyId}.`);
  }

  function resealed(accountId: string, key: string, value: string): string {
    return sealValue(secrets, accountId, key, openValue(secrets, accountId, key, value));
  }
}
