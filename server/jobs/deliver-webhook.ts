import { FinalJobError, type JobHandler } from '#server/adapters/queue.ts';
import type { Context } from '#server/context.ts';
import type { SubmittedDelivery } from '#server/domain/webhook-jobs.ts';

/** Tells another program that an application was submitted: at least once, under the same id and with the same words. */
export function deliverWebhookHandler(context: Context): JobHandler<SubmittedDelivery> {
  const { applicants, webhook } = context;

  return async ({ deliveryId, accountId, submittedAt }, { signal }) => {
    if (webhook === undefined) throw new FinalJobError('WEBHOOK_URL is not set.');
    const applicant = await applicants.get(accountId);
    // Deleted meanwhile: there is nobody to be told of.
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
