import { defineJob } from '#server/adapters/job.ts';
import type { Secrets } from '#server/adapters/secrets.ts';

/** A mail to send, and its recipient. Codes and links are made only when the mail is written. */
export type MailJob =
  | { readonly kind: 'confirmation'; readonly username: string }
  /** Sends nothing. It takes the place of a mail over the limits, so that answering is the same work. */
  | { readonly kind: 'none' }
  | { readonly kind: 'reset'; readonly username: string; readonly seed: string; readonly askedAt: string }
  | { readonly kind: 'password-changed'; readonly username: string }
  /** Tells the old address of an account. `username` is the new one, by which a deletion finds this job. */
  | { readonly kind: 'address-left'; readonly username: string; readonly to: string }
  | { readonly kind: 'address-given'; readonly username: string }
  | { readonly kind: 'reminder'; readonly username: string }
  | { readonly kind: 'submitted'; readonly username: string; readonly submittedAt: string };

export type ResetMailJob = Extract<MailJob, { readonly kind: 'reset' }>;

/** A mail with a new link to choose a password. */
export function resetMailJob(secrets: Secrets, username: string, askedAt: Date): ResetMailJob {
  return { kind: 'reset', username, seed: secrets.newSeed(), askedAt: askedAt.toISOString() };
}

/** Retries for about a day and a half while the mail server is down. */
export const mailJob = defineJob<MailJob>('send-mail', {
  retryLimit: 40,
  retryDelay: 5,
  retryDelayMax: 3600,
});
