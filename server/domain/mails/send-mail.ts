import { CODE_TTL_MINUTES } from '#limits.ts';
import { defineJob, FinalJobError, type JobHandler } from '#server/adapters/job.ts';
import { MailRefusedError, type Mail } from '#server/adapters/mail.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { withOwnIds } from './mail-ids.ts';
import { forgetRefusal, noteRefusal, refusedAt } from './mail-refusals.ts';
import * as mails from './mails.ts';
import { mailSubmission, type SubmissionMailParts } from './submission-mail.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** For how long a link to choose a password is valid. */
export const RESET_TTL_MINUTES = 60;

/** A mail to send, and its recipient. Codes and links are made only when the mail is written. */
export type MailJob =
  | { readonly kind: 'confirmation'; readonly username: string }
  /** Sends nothing. It replaces a mail over the limits, so that answering takes the same work. */
  | { readonly kind: 'none' }
  | { readonly kind: 'reset'; readonly username: string; readonly seed: string; readonly askedAt: string }
  | { readonly kind: 'password-changed'; readonly username: string }
  /** Tells the old address of an account. `username` is the new one, by which a deletion finds this job. */
  | { readonly kind: 'address-left'; readonly username: string; readonly to: string }
  | { readonly kind: 'address-given'; readonly username: string }
  | { readonly kind: 'reminder'; readonly username: string }
  /** `sentence` of a clerk; `''` if there is none. */
  | { readonly kind: 'reopened'; readonly username: string; readonly sentence: string }
  | { readonly kind: 'deletion'; readonly username: string }
  | { readonly kind: 'submitted'; readonly username: string; readonly submittedAt: string };

export type ResetMailJob = Extract<MailJob, { readonly kind: 'reset' }>;

/** A mail with a new link to choose a password. */
export function resetMailJob(secrets: Secrets, username: string, askedAt: Date): ResetMailJob {
  return { kind: 'reset', username, seed: secrets.newSeed(), askedAt: askedAt.toISOString() };
}

/** Retries for five days, as RFC 5321 (4.5.4.1) asks: a quota or a sender that is refused takes somebody a while. */
export const mailJob = defineJob<MailJob>('send-mail', {
  retryLimit: 130,
  retryDelay: 5,
  retryDelayMax: 3600,
  atOnce: 3,
});

/** All mails except the one that waits for a PDF copy. */
type WrittenMailJob = Exclude<MailJob, { readonly kind: 'submitted' }>;

interface MailParts extends SubmissionMailParts, Pick<Parts, 'clock' | 'database' | 'log' | 'secrets'> {
  readonly accounts: {
    isRegistered(username: string): Promise<boolean>;
    isSignedUp(username: string): Promise<boolean>;
    codeToMail(username: string): Promise<string | undefined>;
    resetIdToMail(job: ResetMailJob): Promise<string | undefined>;
  };
  readonly reminders: {
    stillWanted(username: string): Promise<({ readonly accountId: string } & mails.Reminder) | undefined>;
    optOutPath(accountId: string): string;
  };
  readonly shredder: {
    announcement(username: string): Promise<{ readonly since: Date; readonly on: Date } | undefined>;
    noteAnnounced(username: string): Promise<void>;
  };
  /** True on a developer's machine. */
  readonly hasMailbox: boolean;
}

/** Writes one mail, with its code or link, and sends it. */
export function sendMailHandler(given: MailParts & Pick<Parts, 'mail'>): JobHandler<MailJob> {
  const parts = { ...given, mail: { send: withOwnIds(given.mail, given.secrets) } };
  const { kysely } = parts.database;
  return async (job, run) => {
    const address = addressOf(job);
    const refused = address === undefined ? null : await refusedAt(kysely, address);
    try {
      if (job.kind === 'submitted') await mailSubmission(parts, job, run);
      else {
        const mail = await writeMail(parts, job);
        if (mail === undefined) return;
        await parts.mail.send(mail, run.id);
      }
      if (address !== undefined && refused !== null) await forgetRefusal(kysely, address, refused);
      if (job.kind === 'deletion') await parts.shredder.noteAnnounced(job.username);
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      const refusal = { codes: error.codes, at: parts.clock.now() };
      if (address !== undefined) await noteRefusal(kysely, address, refusal);
      throw new FinalJobError(error.message);
    }
  };
}

/** Returns the account's address, if the mail goes there. */
function addressOf(job: MailJob): string | undefined {
  return job.kind === 'none' || job.kind === 'address-left' ? undefined : job.username;
}

/** Whether somebody has an application that is not submitted. */
async function isDraft({ kysely }: Parts['database'], username: string): Promise<boolean> {
  const draft = await kysely
    .selectFrom('applications')
    .innerJoin('accounts', 'accounts.id', 'applications.account_id')
    .select('accounts.id')
    .where('accounts.username', '=', username)
    .where('applications.submitted_at', 'is', null)
    .executeTakeFirst();
  return draft !== undefined;
}

/** Returns `undefined` when the mail must not be sent to this address any more. */
async function writeMail(
  { accounts, database, log, publicUrl, reminders, shredder, hasMailbox }: MailParts,
  job: WrittenMailJob,
): Promise<Mail | undefined> {
  if (job.kind === 'none') return undefined;
  const { username } = job;
  switch (job.kind) {
    case 'confirmation': {
      if (await accounts.isRegistered(username)) return mails.alreadyRegisteredMail(username, publicUrl);
      const code = await accounts.codeToMail(username);
      if (code === undefined) return undefined;
      if (hasMailbox) log.info(`The confirmation code for ${username} is ${code}.`);
      return mails.confirmationMail(username, publicUrl, code, CODE_TTL_MINUTES);
    }
    case 'reset': {
      const id = await accounts.resetIdToMail(job);
      if (id === undefined) {
        const isUnconfirmed =
          !(await accounts.isRegistered(username)) && (await accounts.isSignedUp(username));
        return isUnconfirmed ? mails.unconfirmedMail(username, publicUrl) : undefined;
      }
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
      const optOutUrl = publicUrl + reminders.optOutPath(wanted.accountId);
      return mails.reminderMail(username, publicUrl, optOutUrl, wanted);
    }
    case 'reopened':
      return (await isDraft(database, username))
        ? mails.reopenedMail(username, publicUrl, job.sentence)
        : undefined;
    case 'deletion': {
      const announced = await shredder.announcement(username);
      return announced && mails.deletionMail(username, publicUrl, announced);
    }
    default:
      return job satisfies never;
  }
}
