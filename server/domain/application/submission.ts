import { sql } from 'kysely';
import { SUBMITTED } from '#contract/sentences.ts';
import { formMessages } from '#form/messages.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { todayIn } from '#form/today.ts';
import { unaskedKeys, without } from '#form/unasked.ts';
import { isPending } from '#contract/document-answer.ts';
import { FILE_UNDER_WAY_MESSAGE, MISSING } from '#contract/submit.ts';
import { tenant } from '#tenant/tenant.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import { counter } from '#server/adapters/metrics.ts';
import { answersOf, countsOf, tabsOf, type Write, type Written } from './application-rows.ts';
import type { ApplicationsOptions, DocumentAnswers } from './application-parts.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { applicationNumber } from '#server/domain/ground/application-number.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';
import { frozenOf } from './frozen.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import type { AcceptedVersions } from './accepted-versions.ts';
import type { Account } from '#server/domain/accounts/sessions.ts';

interface SubmissionOptions extends Omit<ApplicationsOptions, 'database'> {
  readonly write: Write;
}

/** Makes the function that submits an application. */
export function makeSubmit(options: SubmissionOptions) {
  const { clock, queue, secrets, metrics, reportEvent, documentsOf, write } = options;
  const submissions = counter(metrics, 'admissions_submissions_total', 'Applications that were submitted.');

  /**
   * Submits: checks all answers by the client's own rules, freezes a copy, and queues the mail. Of two concurrent
   * submissions one succeeds. A document that is still being converted prevents submission; a failed one counts as not
   * answered, and one whose question is not asked is deleted.
   *
   * @param arrivedAt when the request arrived: a term that closes while it waits still counts as open
   * @throws {InvalidError} with the messages per key; then nothing is changed
   * @throws {AlreadySubmittedError}
   * @throws {OutdatedError} when the account has another version than the accepted ones
   */
  return async function submit(
    { id, username }: Account,
    network: string,
    accepted?: AcceptedVersions,
    arrivedAt = clock.now(),
  ): Promise<Written<{ message: string; number: string }>> {
    const written = await write(id, accepted, async (transaction) => {
      const now = clock.now();
      const answers = await answersOf(transaction, secrets, id);
      const today = todayIn(tenant.timeZone, arrivedAt);
      const errors = formMessages(answers, today, await keptTermOf(transaction, id));
      const unasked = unaskedKeys(answers);
      const documents = without(await documentsOf(id, transaction), unasked);
      const underWay = filesUnderWay(documents);
      if (Object.keys(errors).length > 0) throw new InvalidError({ ...underWay, ...errors }, MISSING);
      // We hold the application's lock, so no conversion can begin now or change its result.
      if (Object.keys(underWay).length > 0) throw new InvalidError(underWay, FILE_UNDER_WAY_MESSAGE);

      const submittedAt = now.toISOString();
      const { serial } = await transaction
        .updateTable('applications')
        .set((eb) => ({
          submitted_at: now,
          started_at: eb.fn.coalesce('started_at', eb.val(now)),
          validating_at: eb.fn.coalesce('validating_at', eb.val(now)),
          revision: eb('revision', '+', 1),
          updated_at: now,
        }))
        .where('account_id', '=', id)
        .returning('serial')
        .executeTakeFirstOrThrow();
      const row = { value: submittedAt, updated_at: now };
      await transaction
        .insertInto('answers')
        .values({ account_id: id, key: 'submit_date', ...row })
        .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(row))
        .execute();
      await deleteDocuments(transaction, id, unasked);
      const view = {
        answer: { ...answers, submit_date: submittedAt },
        add_another: await countsOf(transaction, id),
        tabs: await tabsOf(transaction, id),
        document_answer: { ...documents },
      };
      const frozen = JSON.stringify(frozenOf(secrets, id, view, today));
      await transaction
        .insertInto('submissions')
        .values({ account_id: id, submitted_at: now, frozen })
        .execute();
      const mail = { kind: 'submitted', username, submittedAt } as const;
      // This job retries until the PDF copy exists. Its low priority keeps it from delaying mails with codes.
      await queue.send(mailJob, mail, { in: transaction, priority: -1 });
      await reportEvent(transaction, { type: 'application.submitted', accountId: id, at: now });
      await audit(transaction, { event: 'submitted', at: now, accountId: id, network });
      return { message: SUBMITTED, number: applicationNumber(serial) };
    });
    submissions.inc();
    return written;
  };
}

/** The entry term with which a reopened application was last submitted; `''` for none. */
async function keptTermOf(transaction: Transaction, accountId: string): Promise<string> {
  const row = await transaction
    .selectFrom('earlier_submissions')
    .select(sql<string | null>`frozen -> 'answer' ->> 'entry_term'`.as('term'))
    .where('account_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .executeTakeFirst();
  return row?.term ?? '';
}

/** After the submission nobody could delete them. The sweep deletes their files, waiting ones as well. */
async function deleteDocuments(
  transaction: Transaction,
  accountId: string,
  keys: ReadonlySet<string>,
): Promise<void> {
  const unaskedFiles = fileKeys.filter((key) => keys.has(key));
  if (unaskedFiles.length === 0) return;
  for (const table of ['uploads', 'documents'] as const)
    await transaction
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('answer_key', 'in', unaskedFiles)
      .execute();
}

function filesUnderWay(documents: DocumentAnswers): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(documents)
      .filter(([, { status }]) => isPending(status))
      .map(([key]) => [key, [FILE_UNDER_WAY_MESSAGE]]),
  );
}
