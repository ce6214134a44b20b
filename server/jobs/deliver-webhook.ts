import { FinalJobError, type JobHandler } from '#server/adapters/job.ts';
import type { Context } from '#server/context.ts';
import type { SubmittedDelivery } from '#server/domain/ways-out/webhook-jobs.ts';
import { publicUrlOf } from '#server/reach.ts';

/** Reports a submission to another program: at least once, with the same id and body in each try. */
export function deliverWebhookHandler(context: Context): JobHandler<SubmittedDelivery> {
  const { applicants, env, webhook } = context;

  return async ({ deliveryId, accountId, submittedAt }, { signal }) => {
    if (webhook === undefined) throw new FinalJobError('WEBHOOK_URL is not set.');
    // The account was deleted meanwhile.
    if ((await applicants.get(accountId)) === undefined) return;
    const body = JSON.stringify({
      type: 'application.submitted',
      timestamp: submittedAt,
      data: {
        id: accountId,
        submitted_at: submittedAt,
        url: `${publicUrlOf(env)}/export/applications/${accountId}`,
      },
    });
    await webhook.post({ id: deliveryId, body }, signal);
  };
}
