import type { Context } from '#server/context.ts';
import {
  CONVERSIONS_AT_ONCE,
  conversionJob,
  pdfJob,
  sweepJob,
} from '#server/domain/documents/document-jobs.ts';
import { mailJob } from '#server/domain/mails/mail-jobs.ts';
import { REMINDER_CRON, reminderJob } from '#server/domain/accounts/reminders.ts';
import { RETENTION_CRON, retentionJob } from '#server/domain/upkeep/retention.ts';
import { webhookJob } from '#server/domain/ways-out/webhook-jobs.ts';
import { convertDocumentHandler } from './convert-document.ts';
import { deliverWebhookHandler } from './deliver-webhook.ts';
import { makePdfHandler } from './make-pdf.ts';
import { sendMailHandler } from './send-mail.ts';
import { sweepDocumentsHandler } from './sweep-documents.ts';

const MAILS_AT_ONCE = 3;
/** A receiver that hangs delays other deliveries by at most its ten seconds. */
const WEBHOOKS_AT_ONCE = 3;
const SWEEP_CRON = '*/15 * * * *';

/** Registers the handlers of all kinds of jobs in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { queue } = context;
  await queue.work(mailJob, sendMailHandler(context), MAILS_AT_ONCE);
  await startConversions(context);
  await queue.work(pdfJob, makePdfHandler(context));
  await queue.work(webhookJob, deliverWebhookHandler(context), WEBHOOKS_AT_ONCE);
  await queue.work(sweepJob, sweepDocumentsHandler(context));
  await queue.schedule(sweepJob, SWEEP_CRON, {});
  await queue.work(retentionJob, async (_data, { signal }) => {
    context.log.info(await context.retention.run(signal), 'Deleted what is too old.');
  });
  await queue.work(reminderJob, async () => {
    const numDue = await context.reminders.run();
    if (numDue > 0) context.log.info({ numDue }, 'Reminders of unfinished applications are queued.');
  });
  await queue.schedule(reminderJob, REMINDER_CRON, {});
  await queue.schedule(retentionJob, RETENTION_CRON, {});
}

/** Registers the workers of conversions: some for whoever is within their share of the time, others for the rest. */
export async function startConversions(context: Context): Promise<void> {
  for (const lane of ['impatient', 'patient'] as const)
    await context.queue.work(
      conversionJob,
      convertDocumentHandler(context, lane),
      CONVERSIONS_AT_ONCE[lane],
      lane,
    );
}
