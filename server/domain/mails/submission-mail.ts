import type { ServiceView } from '#contract/token-views.ts';
import { hasTranscript, submittedText, summaryLines } from '#service-view/about-lines.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import { MailDelayedError, MailRefusedError, type Mail, type Mailer } from '#server/adapters/mail.ts';
import { NotYetError, type JobRun } from '#server/adapters/job.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { applicationFileName } from '#server/domain/ground/file-name.ts';
import { submittedMail, type Submitted } from './mails.ts';
import type { MailJob } from './send-mail.ts';

/** Many mail servers accept 10 MB, and encoding makes an attachment a third larger. */
const ATTACHMENT_MAX_BYTES = 7_000_000;
/** Sending a mail never takes this long, so the run that claimed an older mail has died. */
const CLAIM_MS = 120_000;

type SubmittedJob = Extract<MailJob, { readonly kind: 'submitted' }>;

/** What the mail about a submission needs. The rooms that make these parts send mails, so none of them is imported. */
export interface SubmissionMailParts {
  readonly mail: Pick<Mailer, 'send'>;
  readonly applicants: {
    find(username: string): Promise<{ readonly id: string; readonly number: string } | undefined>;
  };
  readonly applications: {
    serviceView(accountId: string): Promise<Pick<ServiceView, 'answer' | 'document_answer'>>;
  };
  readonly copies: {
    ofSubmitted(accountId: string, maxBytes: number): Promise<Buffer | 'waiting' | 'failed' | 'too large'>;
  };
  readonly publicUrl: string;
  readonly submissionMails: SubmissionMails;
}

/**
 * Sends the mail about a submission exactly once: with the PDF copy, or with a sentence that it is not attached.
 *
 * @throws {NotYetError} while the copy is being made, or while another run sends the mail
 */
export async function mailSubmission(
  { applicants, applications, copies, mail, publicUrl, submissionMails }: SubmissionMailParts,
  { username, submittedAt }: SubmittedJob,
  { id: runId, isLastAttempt }: JobRun,
): Promise<void> {
  const applicant = await applicants.find(username);
  // The account has been deleted.
  if (applicant === undefined) return;
  const { id, number } = applicant;
  const copy = await copies.ofSubmitted(id, ATTACHMENT_MAX_BYTES);
  if (copy === 'waiting' && !isLastAttempt) throw new NotYetError('The PDF copy is not made yet.');
  const claim = await submissionMails.claim(id);
  if (claim === 'sent') return;
  if (claim === 'taken') throw new NotYetError('Another run sends this mail.');

  try {
    await sendWithOrWithout();
  } catch (error) {
    await submissionMails.release(id);
    throw error;
  }
  await submissionMails.noteSent(id);

  async function sendWithOrWithout(): Promise<void> {
    const { answer, document_answer: documents } = await applications.serviceView(id);
    const name = applicantName(answer);
    const write = (copyState: Submitted['copy']): Mail =>
      submittedMail(username, {
        name,
        number,
        submittedOn: submittedText({ submit_date: submittedAt }) ?? submittedAt,
        lines: summaryLines(answer, documents),
        hasTranscript: hasTranscript(documents),
        copy: copyState,
        publicUrl,
      });
    if (!Buffer.isBuffer(copy)) return mail.send(write(copy === 'too large' ? copy : 'none'), runId);
    try {
      await mail.send(withCopy(write('attached'), name, copy), runId);
    } catch (error) {
      // The server may have refused the attachment, or the mailbox has no room for it, so try without it.
      const isTooMuch = error instanceof MailDelayedError && error.isAboutMessage;
      if (!isTooMuch && !(error instanceof MailRefusedError)) throw error;
      await mail.send(write('too large'), runId);
    }
  }
}

function withCopy(mail: Mail, name: string, content: Buffer): Mail {
  const filename = applicationFileName(name);
  return { ...mail, attachments: [{ filename, content, contentType: 'application/pdf' }] };
}

type SubmissionMails = ReturnType<typeof makeSubmissionMails>;

/** Makes sure that each submission is followed by exactly one mail, even if its job runs twice. */
export function makeSubmissionMails({ database, clock }: { database: Database; clock: Clock }) {
  const { kysely } = database;

  return {
    /** Returns `mine` if the caller must send the mail now, `taken` if another run sends it, `sent` if it was sent. */
    async claim(accountId: string): Promise<'mine' | 'sent' | 'taken'> {
      const now = clock.now();
      const claimed = await kysely
        .updateTable('submissions')
        .set({ mail_claimed_at: now })
        .where('account_id', '=', accountId)
        .where('mailed_at', 'is', null)
        .where((either) =>
          either.or([
            either('mail_claimed_at', 'is', null),
            either('mail_claimed_at', '<', new Date(now.getTime() - CLAIM_MS)),
          ]),
        )
        .returning('account_id')
        .executeTakeFirst();
      if (claimed) return 'mine';
      const row = await kysely
        .selectFrom('submissions')
        .select('mailed_at')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row === undefined || row.mailed_at !== null ? 'sent' : 'taken';
    },

    async noteSent(accountId: string): Promise<void> {
      await set(accountId, { mailed_at: clock.now() });
    },

    /** Gives the claim back, so that the next attempt can send the mail. */
    async release(accountId: string): Promise<void> {
      await set(accountId, { mail_claimed_at: null });
    },
  };

  async function set(accountId: string, values: { mailed_at: Date } | { mail_claimed_at: null }) {
    await kysely.updateTable('submissions').set(values).where('account_id', '=', accountId).execute();
  }
}
