import { defineJob } from '#server/adapters/queue.ts';

/** An application was submitted; whose, and when. */
export interface SubmittedDelivery {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly submittedAt: string;
}

/** Tried for about three days; then it waits a month for `admin requeue`. */
export const deliverWebhook = defineJob<SubmittedDelivery>('deliver-webhook', {
  retryLimit: 80,
  retryDelay: 2,
  retryDelayMax: 3600,
  expireInSeconds: 30,
  keepDays: 30,
});
