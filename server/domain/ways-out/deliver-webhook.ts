import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/adapters/database/database.ts';
import { defineJob, FinalJobError, type JobHandler } from '#server/adapters/job.ts';
import type { Queue } from '#server/adapters/queue.ts';
import type { Webhook } from '#server/adapters/webhook.ts';
import type { Applicants } from '#server/domain/application/applicants.ts';

/** Says whose application was submitted, and when. */
interface SubmittedDelivery {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly submittedAt: string;
}

/** Retries for about three days. A failed job is kept for a month, for `admin requeue`. */
export const webhookJob = defineJob<SubmittedDelivery>('deliver-webhook', {
  retryLimit: 80,
  retryDelay: 2,
  retryDelayMax: 3600,
  expireInSeconds: 30,
  keepDays: 30,
  // A receiver that hangs delays other deliveries by at most its ten seconds.
  atOnce: 3,
});

/** Returns the function that queues the report of one submission, in the transaction that submits. */
export function makeReportSubmission(queue: Queue) {
  return (transaction: Transaction, accountId: string, submittedAt: string): Promise<void> =>
    queue.send(webhookJob, { deliveryId: randomUUID(), accountId, submittedAt }, { in: transaction });
}

interface WebhookParts {
  readonly applicants: Applicants;
  readonly publicUrl: string;
  readonly webhook: Webhook | undefined;
}

/** Reports a submission to another program: at least once, with the same id and body in each attempt. */
export function deliverWebhookHandler({
  applicants,
  publicUrl,
  webhook,
}: WebhookParts): JobHandler<SubmittedDelivery> {
  return async ({ deliveryId, accountId, submittedAt }, { signal }) => {
    if (webhook === undefined) throw new FinalJobError('WEBHOOK_URL is not set.');
    // The account has been deleted.
    if ((await applicants.get(accountId)) === undefined) return;
    const body = JSON.stringify({
      type: 'application.submitted',
      timestamp: submittedAt,
      data: {
        id: accountId,
        submitted_at: submittedAt,
        url: `${publicUrl}/export/applications/${accountId}`,
      },
    });
    await webhook.post({ id: deliveryId, body }, signal);
  };
}
