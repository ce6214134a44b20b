import { randomUUID } from 'node:crypto';
import { defineJob, FinalJobError, type JobHandler } from '#server/adapters/job.ts';
import type { Queue } from '#server/adapters/queue.ts';
import type { Webhook } from '#server/adapters/webhook.ts';
import type { Applicants } from '#server/domain/application/applicants.ts';
import type { ApplicationEvent, ReportEvent } from '#server/domain/ground/report-event.ts';

/** What happened to which application. */
export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly accountId: string;
  /** Jobs of the previous release have none: it reported only submissions. */
  readonly type?: ApplicationEvent['type'];
  /** When it happened. The previous release reads this name, too. */
  readonly submittedAt: string;
}

/** Retries for about three days. A failed job is kept for a month, for `admin requeue`. */
export const webhookJob = defineJob<WebhookDelivery>('deliver-webhook', {
  retryLimit: 80,
  retryDelay: 2,
  retryDelayMax: 3600,
  expireInSeconds: 30,
  keepDays: 30,
  // A receiver that hangs delays other deliveries by at most its ten seconds.
  atOnce: 3,
});

export function makeReportEvent(queue: Queue): ReportEvent {
  return (transaction, { type, accountId, at }) => {
    const delivery = { deliveryId: randomUUID(), accountId, type, submittedAt: at.toISOString() };
    return queue.send(webhookJob, delivery, { in: transaction });
  };
}

interface WebhookParts {
  readonly applicants: Applicants;
  readonly publicUrl: string;
  readonly webhook: Webhook | undefined;
}

/** Reports an event to another program: at least once, with the same id and body in each attempt. */
export function deliverWebhookHandler({
  applicants,
  publicUrl,
  webhook,
}: WebhookParts): JobHandler<WebhookDelivery> {
  return async (
    { deliveryId, accountId: id, type = 'application.submitted', submittedAt: at },
    { signal },
  ) => {
    if (webhook === undefined) throw new FinalJobError('WEBHOOK_URL is not set.');
    // The account has been deleted, which is another event.
    if (type !== 'application.deleted' && (await applicants.get(id)) === undefined) return;
    const url = `${publicUrl}/export/applications/${id}`;
    const data = {
      'application.submitted': { id, submitted_at: at, url },
      'application.reopened': { id, reopened_at: at },
      'application.deleted': { id, deleted_at: at },
    }[type];
    await webhook.post({ id: deliveryId, body: JSON.stringify({ type, timestamp: at, data }) }, signal);
  };
}

/** Posts an event without a meaning, in the usual way. @throws {WebhookError} */
export async function postTestEvent(webhook: Webhook, at: Date): Promise<string> {
  const id = randomUUID();
  const timestamp = at.toISOString();
  const body = JSON.stringify({ type: 'webhook.test', timestamp, data: {} });
  await webhook.post({ id, body }, new AbortController().signal);
  return id;
}
