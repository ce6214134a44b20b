import { createHmac } from 'node:crypto';
import { PROOF_OF } from '#contract/deleted-account.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import { hashOf } from '#server/domain/ground/token.ts';
import type { DeviceKeyOf } from './device-keys.ts';

interface DeletedAccountsOptions extends Pick<Parts, 'clock' | 'database'> {
  readonly deviceKeyOf: DeviceKeyOf;
}

export type DeletedAccounts = ReturnType<typeof makeDeletedAccounts>;

/** Remembers deleted accounts, for devices that can prove that they hold records of one. Nobody else learns of them. */
export function makeDeletedAccounts({ database, clock, deviceKeyOf }: DeletedAccountsOptions) {
  const find = (proof: string) =>
    database.kysely
      .selectFrom('deleted_accounts')
      .selectAll()
      .where('proof_hash', '=', hashOf(proof))
      .executeTakeFirst();

  return {
    async note(
      transaction: Transaction,
      {
        id,
        username,
        isByRule,
      }: { readonly id: string; readonly username: string; readonly isByRule: boolean },
    ): Promise<void> {
      const key = Buffer.from(deviceKeyOf(id), 'base64url');
      const proof = createHmac('sha256', key).update(PROOF_OF).digest('base64url');
      await transaction
        .insertInto('deleted_accounts')
        .values({
          proof_hash: hashOf(proof),
          owner_hash: hashOf(`${proof} ${username}`),
          account_id: id,
          is_by_rule: isByRule,
          deleted_at: clock.now(),
        })
        .execute();
    },

    /** Returns when the account that the proof belongs to was deleted. */
    async deletion(proof: string) {
      const row = await find(proof);
      return { deleted_at: row?.deleted_at.toISOString() ?? null, is_by_rule: row?.is_by_rule ?? false };
    },

    /** Returns the key of the devices of a deleted account, if it had this address. */
    async deviceKey(proof: string, username: string): Promise<string | undefined> {
      const row = await find(proof);
      return row?.owner_hash.equals(hashOf(`${proof} ${username}`)) === true
        ? deviceKeyOf(row.account_id)
        : undefined;
    },
  };
}
