import type { Context } from '#server/context.ts';
import { sendMail } from '#server/domain/mail-jobs.ts';
import { RETENTION_CRON, retentionJob } from '#server/domain/retention.ts';
import { sendMailHandler } from './send-mail.ts';

const MAILS_AT_ONCE = 3;

/** Starts working on every kind of job in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { queue } = context;
  await queue.work(sendMail, sendMailHandler(context), MAILS_AT_ONCE);
  await queue.work(retentionJob, async () => {
    context.log.info(await context.retention.run(), 'Deleted what is too old.');
  });
  await queue.schedule(retentionJob, RETENTION_CRON, {});
}
