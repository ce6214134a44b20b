import type { Context } from './context.ts';
import { remindHandler, reminderJob } from './domain/accounts/reminders.ts';
import { startConversions } from './domain/documents/convert-document.ts';
import { makePdfHandler, pdfJob } from './domain/documents/make-pdf.ts';
import { sweepDocumentsHandler, sweepJob } from './domain/documents/sweep-documents.ts';
import { mailJob, sendMailHandler } from './domain/mails/send-mail.ts';
import { retentionHandler, retentionJob } from './domain/upkeep/retention.ts';
import { deliverWebhookHandler, webhookJob } from './domain/ways-out/deliver-webhook.ts';

/**
 * Registers the handlers of all kinds of jobs in this process.
 *
 * A job may run twice, and may be killed at any moment: its data names the task, never its progress. A handler throws
 * `FinalJobError` if a retry would fail, too, and `NotYetError` while it waits for something.
 */
export async function startJobs(context: Context): Promise<void> {
  const { queue } = context;
  await queue.work(mailJob, sendMailHandler(context));
  await startConversions(context);
  await queue.work(pdfJob, makePdfHandler(context));
  await queue.work(webhookJob, deliverWebhookHandler(context));
  await queue.work(sweepJob, sweepDocumentsHandler(context));
  await queue.work(reminderJob, remindHandler(context));
  await queue.work(retentionJob, retentionHandler(context));
}
