import { dateAtUniversity } from '#form/answer-text.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import { MailRefusedError, type Mail } from '#server/adapters/mail.ts';
import { NotYetError, type JobRun } from '#server/adapters/job.ts';
import type { Context } from '#server/context.ts';
import { applicationFileName } from '#server/domain/ground/file-name.ts';
import type { MailJob } from '#server/domain/mails/mail-jobs.ts';
import { submittedMail, type Submitted } from '#server/domain/mails/mails.ts';
import { publicUrlOf } from '#server/reach.ts';

/** Many mail servers accept 10 MB, and encoding makes an attachment a third larger. */
const ATTACHMENT_MAX_BYTES = 7_000_000;

type SubmittedJob = Extract<MailJob, { readonly kind: 'submitted' }>;

/**
 * Sends the mail about a submission exactly once: with the PDF copy, or with a sentence that it is not attached.
 *
 * @throws {NotYetError} while the copy is being made, or while another run sends the mail
 */
export async function mailSubmission(
  context: Context,
  { username, submittedAt }: SubmittedJob,
  { id, isLastTry }: JobRun,
): Promise<void> {
  const { applicants, applications, copies, env, mail, submissionMails } = context;
  const applicant = await applicants.find(username);
  // The account was deleted meanwhile.
  if (applicant === undefined) return;
  const copy = await copies.ofSubmitted(applicant.id, ATTACHMENT_MAX_BYTES);
  if (copy === 'waiting' && !isLastTry) throw new NotYetError('The PDF copy is not made yet.');
  const claim = await submissionMails.claim(applicant.id);
  if (claim === 'sent') return;
  if (claim === 'taken') throw new NotYetError('Another run sends this mail.');

  const submittedOn = dateAtUniversity(submittedAt) ?? submittedAt;
  try {
    await sendWithOrWithout();
  } catch (error) {
    await submissionMails.release(applicant.id);
    throw error;
  }
  await submissionMails.noteSent(applicant.id);

  async function sendWithOrWithout(): Promise<void> {
    const { answer } = await applications.serviceView(applicant?.id ?? '');
    const name = applicantName(answer);
    const write = (copyState: Submitted['copy']): Mail =>
      submittedMail(username, { name, submittedOn, copy: copyState, publicUrl: publicUrlOf(env) });
    if (!Buffer.isBuffer(copy)) return mail.send(write(copy === 'too large' ? copy : 'none'), id);
    try {
      await mail.send(withCopy(write('attached'), name, copy), id);
    } catch (error) {
      // The server may have refused the attachment, so try without it.
      if (!(error instanceof MailRefusedError)) throw error;
      await mail.send(write('too large'), id);
    }
  }
}

function withCopy(mail: Mail, name: string, content: Buffer): Mail {
  const filename = applicationFileName(name);
  return { ...mail, attachments: [{ filename, content, contentType: 'application/pdf' }] };
}
