import { audit, type DeletionReason } from '#server/domain/ground/audit.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Outcome } from '#server/domain/ground/outcome.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import { isOpenTo, type Scope } from './rights.ts';

interface DeletionsOptions extends Pick<Parts, 'clock' | 'database'> {
  /** Deletes a person with everything, as the operator's command does. */
  readonly erase: (
    address: string,
    mayGo: (transaction: Transaction, accountId: string) => Promise<boolean>,
  ) => Promise<object | undefined>;
}

interface Asked {
  readonly id: string;
  readonly username: string;
  /** Of the application that was looked at; null for a draft. */
  readonly submittedAt: Date | null;
  readonly reason: DeletionReason;
}

/** Deletes applications in the name of a clerk. */
export function makeDeletions({ database, clock, erase }: DeletionsOptions) {
  return {
    /** Deletes an applicant with everything. The audit keeps the reason. */
    async delete(scope: Scope, { id, username, submittedAt, reason }: Asked): Promise<Outcome> {
      const erased = await erase(username, async (transaction, accountId) => {
        const row = await transaction
          .selectFrom('applications')
          .select('submitted_at')
          .where('account_id', '=', accountId)
          .where(isOpenTo(scope))
          .executeTakeFirst();
        if (accountId !== id || row === undefined) return false;
        if (row.submitted_at?.getTime() !== submittedAt?.getTime()) return false;
        await audit(transaction, { event: `office-deleted ${reason}`, at: clock.now(), accountId });
        return true;
      });
      return erased === undefined ? 'changed' : 'done';
    },

    /** Whether this clerk has deleted an application with this id. */
    async isDone(name: string, id: string): Promise<boolean> {
      const entry = await database.kysely
        .selectFrom('audit')
        .select('id')
        .where('account_id', '=', id)
        .where('event', 'like', 'office-deleted %')
        .where('actor', '=', name)
        .executeTakeFirst();
      return entry !== undefined;
    },
  };
}
