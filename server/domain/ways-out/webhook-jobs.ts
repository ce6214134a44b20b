import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/adapters/database/database.ts';
import { defineJob } from '#server/adapters/job.ts';
import type { Queue } from '#server/adapters/queue.ts';

/** Says whose application was submitted, and when. */
export interface SubmittedDelivery {
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
});

/** Returns the function that queues the report of one submission, in the transaction that submits. */
export function makeReportSubmission(queue: Queue) {
  return (transaction: Transaction, accountId: string, submittedAt: string): Promise<void> =>
    queue.send(webhookJob, { deliveryId: randomUUID(), accountId, submittedAt }, { in: transaction });
}
