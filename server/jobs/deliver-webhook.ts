import { FinalJobError, type JobHandler } from '#server/adapters/queue.ts';
import type { Context } from '#server/context.ts';
import type { SubmittedDelivery } from '#server/domain/webhook-jobs.ts';

/** Reports a submission to another program: at least once, with the same id and body in each try. */
export function deliverWebhookHandler(context: Context): JobHandler<SubmittedDelivery> {
  const { applicants, webhook } = context;

  return async ({ deliveryId, accountId, submittedAt }, { signal }) => {
    if (webhook === undefined) throw new FinalJobError('WEBHOOK_URL is not set.');
    const applicant = await applicants.get(accountId);
    // The account was deleted meanwhile.
    if (applicant === undefined) return;
    const body = JSON.stringify({
      id: deliveryId,
      type: 'application.submitted',
      time: submittedAt,
      application: { username: applicant.username, web_status: 'submitted', submitted_at: submittedAt },
    });
    await webhook.post({ id: deliveryId, body }, signal);
  };
}
