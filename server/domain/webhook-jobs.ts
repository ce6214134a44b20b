import { defineJob } from '#server/adapters/job.ts';

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
