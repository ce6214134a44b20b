import * as z from 'zod/mini';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { webStatuses, type WebStatus } from '#contract/standing.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { isSealedKey, openValue, sealValue } from './answer-values.ts';
import { audit } from './audit.ts';
import { resealDeviceRoot } from './device-keys.ts';
import { discard } from './discard.ts';

const PAGE_ROWS = 100;

/** The copy that `submit` froze. Only its answers matter here. */
const frozenCopy = z.looseObject({ answer: z.record(z.string(), z.string()) });

/** One application in an operator's list. */
export interface Applicant {
  readonly id: string;
  readonly username: string;
  readonly webStatus: WebStatus | null;
  readonly lastPage: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly submittedAt: Date | null;
}

interface ApplicantsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly storage: Storage;
}

export type Applicants = ReturnType<typeof makeApplicants>;

/** The operator's functions for all applications. */
export function makeApplicants({ database, clock, secrets, storage }: ApplicantsOptions) {
  const { kysely } = database;
  const base = kysely
    .selectFrom('accounts')
    .innerJoin('applications', 'applications.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.username',
      'applications.last_page',
      'applications.created_at',
      'applications.updated_at',
      'applications.started_at',
      'applications.validating_at',
      'applications.submitted_at',
    ]);
  type Row = Awaited<ReturnType<typeof base.executeTakeFirstOrThrow>>;

  return {
    async find(username: string): Promise<Applicant | undefined> {
      const row = await base.where('accounts.username', '=', normalizeUsername(username)).executeTakeFirst();
      return row && toApplicant(row);
    },

    async get(accountId: string): Promise<Applicant | undefined> {
      const row = await base.where('accounts.id', '=', accountId).executeTakeFirst();
      return row && toApplicant(row);
    },

    /** Yields all applicants, ordered by address. Reads them in pages, so that any number fits into memory. */
    async *all(): AsyncGenerator<Applicant> {
      let after = '';
      for (;;) {
        const rows = await base
          .where('accounts.username', '>', after)
          .orderBy('accounts.username')
          .limit(PAGE_ROWS)
          .execute();
        yield* rows.map(toApplicant);
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.username;
      }
    },

    /**
     * Deletes an account with all its rows and files.
     *
     * @returns how many files could not be deleted; the sweep tries those again
     */
    async remove(accountId: string): Promise<{ readonly numFilesLeft: number }> {
      const files = await database.transaction(async (transaction) => {
        const keys = await filesOf(transaction, accountId);
        await transaction.deleteFrom('accounts').where('id', '=', accountId).execute();
        await audit(transaction, { event: 'deleted', at: clock.now(), accountId });
        return keys;
      });
      const areGone = await Promise.all(files.map((key) => discard(storage, key)));
      return { numFilesLeft: areGone.filter((isGone) => !isGone).length };
    },

    async noteExport(accountId: string): Promise<void> {
      await audit(kysely, { event: 'exported', at: clock.now(), accountId });
    },

    /** Seals again, with the present secret, all values that older secrets sealed. Returns the number of values. */
    async resealAll(): Promise<number> {
      const rows = (
        await kysely
          .selectFrom('answers')
          .select(['account_id', 'key', 'value'])
          .where('value', 'like', 'v1.%')
          .execute()
      ).filter(({ key, value }) => isSealedKey(key) && !value.startsWith(`v1.${secrets.keyId}.`));
      for (const { account_id, key, value } of rows) {
        const sealed = sealValue(secrets, account_id, key, openValue(secrets, account_id, key, value));
        // Skip the value if the applicant has changed it since we read it.
        await kysely
          .updateTable('answers')
          .set({ value: sealed })
          .where('account_id', '=', account_id)
          .where('key', '=', key)
          .where('value', '=', value)
          .execute();
      }
      const frozen = await resealFrozen();
      await resealDeviceRoot(database, secrets);
      await kysely
        .deleteFrom('tokens')
        .where('answers', 'is not', null)
        .where('answers', 'not like', `v1.${secrets.keyId}.%`)
        .execute();
      await kysely.deleteFrom('secret_marks').where('key_id', '!=', secrets.keyId).execute();
      return rows.length + frozen;
    },
  };

  async function resealFrozen(): Promise<number> {
    let count = 0;
    for (const { account_id, frozen } of await kysely
      .selectFrom('submissions')
      .select(['account_id', 'frozen'])
      .execute()) {
      const copy = z.parse(frozenCopy, frozen);
      const stale = Object.entries(copy.answer).filter(
        ([key, value]) => isSealedKey(key) && value !== '' && !value.startsWith(`v1.${secrets.keyId}.`),
      );
      if (stale.length === 0) continue;
      const fresh = stale.map(([key, value]) => [
        key,
        sealValue(secrets, account_id, key, openValue(secrets, account_id, key, value)),
      ]);
      const answer = { ...copy.answer, ...Object.fromEntries(fresh) };
      await kysely
        .updateTable('submissions')
        .set({ frozen: JSON.stringify({ ...copy, answer }) })
        .where('account_id', '=', account_id)
        .execute();
      count += stale.length;
    }
    return count;
  }

  function toApplicant(row: Row): Applicant {
    return {
      id: row.id,
      username: row.username,
      webStatus: webStatuses.findLast((status) => row[`${status}_at`] !== null) ?? null,
      lastPage: row.last_page,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      submittedAt: row.submitted_at,
    };
  }
}

async function filesOf(transaction: Transaction, accountId: string): Promise<string[]> {
  const uploads = transaction
    .selectFrom('uploads')
    .select('file_key as key')
    .where('account_id', '=', accountId);
  const documents = transaction
    .selectFrom('documents')
    .select('pdf_key as key')
    .where('account_id', '=', accountId);
  const copies = transaction
    .selectFrom('copies')
    .select('pdf_key as key')
    .where('account_id', '=', accountId);
  const rows = await documents.unionAll(copies).unionAll(uploads).execute();
  return rows.flatMap(({ key }) => key ?? []);
}
