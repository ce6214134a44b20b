import { sql } from 'kysely';
import * as z from 'zod/mini';
import { withMaskedSsns } from '#form/masked-ssn.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { openAnswers } from './answer-values.ts';
import { lockApplication } from './application-rows.ts';
import { frozenCopy } from './frozen.ts';
import type { Outcome } from '#server/domain/ground/outcome.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import type { ReportEvent } from '#server/domain/ground/report-event.ts';

/** Of what a clerk writes into the mail. In any script, it fits into the body of a form. */
export const OFFICE_SENTENCE_MAX_CHARS = 500;

interface ReopenParts extends Pick<Parts, 'clock' | 'database' | 'queue'> {
  readonly reportEvent: ReportEvent;
}

/**
 * Lets an applicant change a submitted application and submit it again, and says so by mail. Its status is then
 * "validating". The copy of the submission stays.
 *
 * @param sentence goes into the mail, `''` for none
 * @param submittedAt of the submission that was looked at, if somebody did
 */
export async function reopen(
  { database, clock, queue, reportEvent }: ReopenParts,
  { id: accountId, username }: { readonly id: string; readonly username: string },
  { sentence = '', submittedAt }: { readonly sentence?: string; readonly submittedAt?: Date } = {},
): Promise<Outcome> {
  return database.transaction(async (transaction) => {
    const application = await lockApplication(transaction, accountId);
    if (!application?.submitted_at) return 'already';
    if (submittedAt && application.submitted_at.getTime() !== submittedAt.getTime()) return 'changed';
    const now = clock.now();
    await sql`INSERT INTO earlier_submissions (id, account_id, submitted_at, frozen)
      SELECT id, account_id, submitted_at, frozen FROM submissions
      WHERE account_id = ${accountId}`.execute(transaction);
    await transaction.deleteFrom('submissions').where('account_id', '=', accountId).execute();
    await transaction
      .deleteFrom('answers')
      .where('account_id', '=', accountId)
      .where('key', '=', 'submit_date')
      .execute();
    await transaction
      .updateTable('applications')
      .set((eb) => ({
        submitted_at: null,
        revision: eb('revision', '+', 1),
        answers_revision: eb('answers_revision', '+', 1),
        updated_at: now,
      }))
      .where('account_id', '=', accountId)
      .execute();
    await reportEvent(transaction, { type: 'application.reopened', accountId, at: now });
    await audit(transaction, { event: 'reopened', at: now, accountId });
    await queue.send(mailJob, { kind: 'reopened', username, sentence }, { in: transaction });
    return 'done';
  });
}

/**
 * Returns what was submitted before an application was reopened, the oldest first, with masked Social Security numbers.
 */
export async function earlierSubmissions(
  { database, secrets }: { readonly database: Database; readonly secrets: Secrets },
  accountId: string,
) {
  const rows = await database.kysely
    .selectFrom('earlier_submissions')
    .select(['submitted_at', 'frozen'])
    .where('account_id', '=', accountId)
    .orderBy('submitted_at')
    .execute();
  return rows.map(({ submitted_at, frozen }) => {
    const copy = z.parse(frozenCopy, frozen);
    const answer = withMaskedSsns(openAnswers(secrets, accountId, Object.entries(copy.answer)));
    return { ...copy, answer, submitted_at: submitted_at.toISOString() };
  });
}
