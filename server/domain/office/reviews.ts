import { lockApplication } from '#server/domain/application/application-rows.ts';
import { audit } from '#server/domain/ground/audit.ts';
import type { Outcome } from '#server/domain/ground/outcome.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** Marks submissions as reviewed. The mark falls with the submission, when the application is reopened. */
export function makeReviews({ database, clock }: Pick<Parts, 'clock' | 'database'>) {
  return {
    /**
     * Marks a submission, or takes the mark away.
     *
     * @param submittedAt of the submission that was read
     */
    async mark(
      name: string,
      accountId: string,
      { submittedAt, isReviewed }: { readonly submittedAt: Date; readonly isReviewed: boolean },
    ): Promise<Outcome> {
      return database.transaction(async (transaction) => {
        const application = await lockApplication(transaction, accountId);
        if (application?.submitted_at?.getTime() !== submittedAt.getTime()) return 'changed';
        const now = clock.now();
        const marked = await transaction
          .updateTable('submissions')
          .set({ reviewed_at: isReviewed ? now : null, reviewed_by: isReviewed ? name : null })
          .where('account_id', '=', accountId)
          .where('reviewed_at', isReviewed ? 'is' : 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (marked === undefined) return 'already';
        const event = isReviewed ? 'office-reviewed' : 'office-review-undone';
        await audit(transaction, { event, at: now, accountId });
        return 'done';
      });
    },
  };
}
