import { CODE_TTL_MINUTES } from '#limits.ts';
import { MailRefusedError, type Mail } from '#server/adapters/mail.ts';
import { FinalJobError, type JobHandler } from '#server/adapters/job.ts';
import type { Context } from '#server/context.ts';
import type { MailJob } from '#server/domain/mails/mail-jobs.ts';
import * as mails from '#server/domain/mails/mails.ts';
import { RESET_TTL_MINUTES } from '#server/domain/accounts/password-reset.ts';
import { hasMailbox, publicUrlOf } from '#server/reach.ts';
import { mailSubmission } from './submission-mail.ts';

/** All mails except the one that waits for a PDF copy. */
type WrittenMailJob = Exclude<MailJob, { readonly kind: 'submitted' }>;

/** Writes one mail, with its code or link, and sends it. */
export function sendMailHandler(context: Context): JobHandler<MailJob> {
  return async (job, run) => {
    try {
      if (job.kind === 'submitted') return await mailSubmission(context, job, run);
      const mail = await writeMail(context, job);
      if (mail !== undefined) await context.mail.send(mail, run.id);
    } catch (error) {
      if (error instanceof MailRefusedError) throw new FinalJobError(error.message);
      throw error;
    }
  };
}

/** Returns `undefined` when the mail must not be sent to this address any more. */
async function writeMail(context: Context, job: WrittenMailJob): Promise<Mail | undefined> {
  const { accounts, env, reminders } = context;
  const publicUrl = publicUrlOf(env);
  if (job.kind === 'none') return undefined;
  const { username } = job;
  switch (job.kind) {
    case 'confirmation': {
      if (await accounts.isRegistered(username)) return mails.alreadyRegisteredMail(username, publicUrl);
      const code = await accounts.codeToMail(username);
      if (code === undefined) return undefined;
      if (hasMailbox(env, context.mail)) {
        context.log.info(`The confirmation code for ${username} is ${code}.`);
      }
      return mails.confirmationMail(username, publicUrl, code, CODE_TTL_MINUTES);
    }
    case 'reset': {
      const id = await accounts.resetIdToMail(job);
      if (id === undefined) return undefined;
      const query = new URLSearchParams({ username, id });
      return mails.resetMail(username, `${publicUrl}/reset?${query.toString()}`, RESET_TTL_MINUTES);
    }
    case 'password-changed':
      return mails.passwordChangedMail(username, publicUrl);
    case 'address-left':
      return mails.addressLeftMail(job.to, username);
    case 'address-given':
      return mails.addressGivenMail(username, publicUrl);
    case 'reminder': {
      const wanted = await reminders.stillWanted(username);
      if (wanted === undefined) return undefined;
      return mails.reminderMail(username, publicUrl, publicUrl + reminders.optOutPath(wanted.accountId));
    }
    default:
      return job satisfies never;
  }
}
