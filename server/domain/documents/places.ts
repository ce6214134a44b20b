import type { Kysely } from 'kysely';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { OtherDocumentError } from '#server/domain/ground/errors.ts';

/** The places of the documents over which a caller wants to act: `null` for none; `undefined` for any or none. */
export type AcceptedPlaces = readonly (string | null)[] | undefined;

interface Question {
  readonly accountId: string;
  readonly answerKey: string;
}

/**
 * A failed document counts as none, too: nobody wants to keep it.
 *
 * @throws {OtherDocumentError} when the present document is not accepted
 */
export function requirePlace(
  present: { readonly upload_key: string; readonly status: string } | undefined,
  accepted: AcceptedPlaces,
): void {
  const places = [
    ...(present === undefined ? [] : [present.upload_key]),
    ...(present === undefined || present.status === 'FAILED' ? [null] : []),
  ];
  if (accepted !== undefined && !places.some((place) => accepted.includes(place)))
    throw new OtherDocumentError(present?.upload_key);
}

/** Ends these uploads: from now on nothing can be uploaded to these places or converted from them. */
export async function voidPlaces(
  transaction: Transaction,
  { accountId, answerKey }: Question,
  places: readonly string[],
  voided_at: Date,
): Promise<void> {
  if (places.length === 0) return;
  await transaction
    .insertInto('void_places')
    .values(places.map((place) => ({ place, account_id: accountId, answer_key: answerKey, voided_at })))
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute();
  await transaction.deleteFrom('uploads').where('file_key', 'in', places).execute();
}

/** Returns true if one of these places of a question is no longer valid. */
export async function isVoid(
  from: Kysely<Tables>,
  { accountId, answerKey }: Question,
  places: readonly string[],
): Promise<boolean> {
  if (places.length === 0) return false;
  const found = await from
    .selectFrom('void_places')
    .select('place')
    .where('place', 'in', places)
    .where('account_id', '=', accountId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
  return found !== undefined;
}
