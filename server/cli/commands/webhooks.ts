import { webhookJob, postTestEvent } from '#server/domain/ways-out/deliver-webhook.ts';
import { CommandError, defineCommand } from '../command.ts';
import { flag } from '../takes.ts';

export const webhookTest = defineCommand({
  name: 'webhook-test',
  takes: { json: flag },
  description:
    'Posts a test event to WEBHOOK_URL now, signed as all others, and prints its id, or why it was refused.',
  async run({ context: { webhook, clock }, row }) {
    if (webhook === undefined) throw new CommandError('WEBHOOK_URL is not set.');
    const id = await postTestEvent(webhook, clock.now()).catch((error: unknown) => {
      throw error instanceof Error && error.name === 'WebhookError' ? new CommandError(error.message) : error;
    });
    row({ id, taken: true }, [`The receiver has accepted the test event ${id}.`]);
  },
});

export const webhooks = defineCommand({
  name: 'webhooks',
  takes: { json: flag },
  description:
    'Lists the webhook events of the last month, sent or waiting, oldest first: time, event, application, state, attempts, why the last one failed, next attempt.',
  async run({ context, row }) {
    for (const { at, data, state, attempts, reason, next } of await context.queue.kept(webhookJob)) {
      row({
        time: at.toISOString(),
        event: data.type ?? 'application.submitted',
        id: data.accountId,
        state,
        attempts,
        reason: state === 'done' ? null : (reason ?? null),
        next: next?.toISOString() ?? null,
      });
    }
  },
});
