import type { Kysely } from 'kysely';
import { formMessages } from '#form/messages.ts';
import { todayIn } from '#form/today.ts';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { FormRoute } from '#contract/last-page.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { webStatuses, type WebStatus } from '#contract/web-status.ts';
import { tenant } from '#tenant/tenant.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Queue } from '#server/adapters/queue.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { openValue, sealValue } from './answer-values.ts';
import { audit } from './audit.ts';
import { AlreadySubmittedError, InvalidError, NotFoundError } from './errors.ts';
import { sendMail } from './mail-jobs.ts';
import type { Account } from './sessions.ts';

const SAVED_MESSAGE = 'Saved.';
const SUBMITTED_MESSAGE = 'Your application was successfully submitted.';
const LOGINS_MAX = 200;

/** One round trip, all keys or none; the revision in front also keeps a submission at the same moment out. */
const putAnswers = {
  name: 'put-answers',
  text: `WITH application AS (
      UPDATE applications SET revision = revision + 1, updated_at = $4
      WHERE account_id = $1 AND submitted_at IS NULL RETURNING account_id
    ), saved AS (
      INSERT INTO answers (account_id, key, value, updated_at)
      SELECT application.account_id, sent.key, sent.value, $4
      FROM application, unnest($2::text[], $3::text[]) AS sent (key, value)
      ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
    )
    SELECT account_id FROM application`,
};

export type DocumentAnswers = Readonly<Record<string, DocumentAnswer>>;

export interface ApplicationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly secrets: Secrets;
  /** The documents of an application, as they stand. */
  readonly documentsOf: (accountId: string, database: Kysely<Tables>) => Promise<DocumentAnswers>;
}

export type Applications = ReturnType<typeof makeApplications>;

/** One application per account: its answers and how far it has come. After the submission nothing changes any more. */
export function makeApplications({ database, clock, queue, secrets, documentsOf }: ApplicationsOptions) {
  const { kysely } = database;

  return {
    /** Everything that the client loads before a form page shows. */
    async profile({ id, username }: Account) {
      const [application, answer, document_answer, logins] = await Promise.all([
        findApplication(kysely, id),
        answersOf(kysely, id),
        documentsOf(id, kysely),
        loginsOf(id),
      ]);
      return {
        username,
        answer,
        document_answer: { ...document_answer },
        last_page: application.last_page,
        successful_login: logins,
        web_status: statusesOf(application).map((web_status) => ({ web_status })),
      };
    },

    /**
     * Saves the keys that were sent and no others, all of them or none; `''` clears one.
     *
     * @throws {AlreadySubmittedError}
     */
    async saveAnswers(
      accountId: string,
      answers: Readonly<Record<string, string>>,
    ): Promise<{ message: string }> {
      const keys = Object.keys(answers);
      const values = keys.map((key) => sealValue(secrets, accountId, key, answers[key] ?? ''));
      const rows = await database.run(putAnswers, [accountId, keys, values, clock.now()]);
      if (rows.length === 0) throw new AlreadySubmittedError();
      return { message: SAVED_MESSAGE };
    },

    /** Notes how far the applicant has come; a status that was reached before stays. */
    async reachStatus(
      accountId: string,
      status: Exclude<WebStatus, 'submitted'>,
    ): Promise<{ message: string }> {
      const now = clock.now();
      await change(accountId, (transaction) =>
        transaction
          .updateTable('applications')
          .set((eb) => ({
            started_at: eb.fn.coalesce('started_at', eb.val(now)),
            ...(status === 'validating' && { validating_at: eb.fn.coalesce('validating_at', eb.val(now)) }),
          }))
          .where('account_id', '=', accountId)
          .execute(),
      );
      return { message: SAVED_MESSAGE };
    },

    async setLastPage(accountId: string, page: FormRoute): Promise<{ message: string }> {
      await change(accountId, (transaction) =>
        transaction
          .updateTable('applications')
          .set({ last_page: page })
          .where('account_id', '=', accountId)
          .execute(),
      );
      return { message: SAVED_MESSAGE };
    },

    /** Keeps what the client found wrong, for the admissions office. */
    async setValidations(
      accountId: string,
      found: Readonly<Record<string, readonly string[]>>,
    ): Promise<{ message: string }> {
      const row = { messages: JSON.stringify(found), posted_at: clock.now() };
      await change(accountId, (transaction) =>
        transaction
          .insertInto('validations')
          .values({ account_id: accountId, ...row })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
          .execute(),
      );
      return { message: SAVED_MESSAGE };
    },

    counts: (accountId: string) => countsOf(kysely, accountId),

    /** @returns the counts of all lists */
    async setCount(
      accountId: string,
      buttonId: string,
      numComponents: number,
    ): Promise<Record<string, number>> {
      return change(accountId, async (transaction) => {
        await transaction
          .insertInto('add_another')
          .values({ account_id: accountId, button_id: buttonId, num_components: numComponents })
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'button_id']).doUpdateSet({ num_components: numComponents }),
          )
          .execute();
        return countsOf(transaction, accountId);
      });
    },

    tabs: (accountId: string) => tabsOf(kysely, accountId),

    /** @returns the chosen tabs of all groups */
    async chooseTab(accountId: string, tabId: string, chosenTab: string): Promise<Record<string, string>> {
      return change(accountId, async (transaction) => {
        await transaction
          .insertInto('tabs')
          .values({ account_id: accountId, tab_id: tabId, chosen_tab: chosenTab })
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'tab_id']).doUpdateSet({ chosen_tab: chosenTab }),
          )
          .execute();
        return tabsOf(transaction, accountId);
      });
    },

    /**
     * Submits: judges all answers by the rules that the client has too, freezes a copy, and sends the mail.
     * Of two submissions at once, one wins.
     *
     * @throws {InvalidError} with the messages per key; nothing is changed then
     * @throws {AlreadySubmittedError}
     */
    async submit({ id, username }: Account, network: string): Promise<{ message: string }> {
      await change(id, async (transaction) => {
        const now = clock.now();
        const answers = await answersOf(transaction, id);
        const errors = formMessages(answers, todayIn(tenant.timeZone, now));
        if (Object.keys(errors).length > 0) throw new InvalidError(errors, "We're missing some information!");

        const submittedAt = now.toISOString();
        await transaction
          .updateTable('applications')
          .set((eb) => ({
            submitted_at: now,
            started_at: eb.fn.coalesce('started_at', eb.val(now)),
            validating_at: eb.fn.coalesce('validating_at', eb.val(now)),
            revision: eb('revision', '+', 1),
            updated_at: now,
          }))
          .where('account_id', '=', id)
          .execute();
        await transaction
          .insertInto('answers')
          .values({ account_id: id, key: 'submit_date', value: submittedAt, updated_at: now })
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'key']).doUpdateSet({ value: submittedAt, updated_at: now }),
          )
          .execute();
        await freeze(transaction, id, now);
        await queue.send(sendMail, { kind: 'submitted', username, submittedAt }, { in: transaction });
        await audit(transaction, { event: 'submitted', at: now, accountId: id, network });
      });
      return { message: SUBMITTED_MESSAGE };
    },

    /** The whole application, read-only, as the service view prints it. */
    async serviceView(accountId: string): Promise<ServiceView> {
      const [answer, add_another, document_answer, tabs] = await Promise.all([
        answersOf(kysely, accountId),
        countsOf(kysely, accountId),
        documentsOf(accountId, kysely),
        tabsOf(kysely, accountId),
      ]);
      return { answer, add_another, document_answer: { ...document_answer }, tabs };
    },

    /** Grows with every saved answer: a PDF copy of another revision is out of date. */
    async revision(accountId: string): Promise<number> {
      return (await findApplication(kysely, accountId)).revision;
    },

    /** Runs one change of an application, alone and unless it is submitted; also for documents. */
    change,
  };

  async function change<T>(accountId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return database.transaction(async (transaction) => {
      const application = await transaction
        .selectFrom('applications')
        .select('submitted_at')
        .where('account_id', '=', accountId)
        .forUpdate()
        .executeTakeFirst();
      if (!application) throw new NotFoundError();
      if (application.submitted_at !== null) throw new AlreadySubmittedError();
      return work(transaction);
    });
  }

  async function answersOf(from: Kysely<Tables>, accountId: string): Promise<Record<string, string>> {
    const rows = await from
      .selectFrom('answers')
      .select(['key', 'value'])
      .where('account_id', '=', accountId)
      .execute();
    return Object.fromEntries(rows.map(({ key, value }) => [key, openValue(secrets, accountId, key, value)]));
  }

  async function loginsOf(accountId: string): Promise<string[]> {
    const rows = await kysely
      .selectFrom('logins')
      .select('logged_in_at')
      .where('account_id', '=', accountId)
      .orderBy('logged_in_at', 'desc')
      .limit(LOGINS_MAX)
      .execute();
    return rows.map(({ logged_in_at }) => logged_in_at.toISOString()).reverse();
  }

  /** The copy as it was handed in; what rests encrypted stays so. */
  async function freeze(transaction: Transaction, accountId: string, now: Date): Promise<void> {
    const [rows, add_another, tabs, document_answer] = [
      await transaction
        .selectFrom('answers')
        .select(['key', 'value'])
        .where('account_id', '=', accountId)
        .execute(),
      await countsOf(transaction, accountId),
      await tabsOf(transaction, accountId),
      await documentsOf(accountId, transaction),
    ];
    const answer = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    const frozen = JSON.stringify({ answer, add_another, tabs, document_answer });
    await transaction
      .insertInto('submissions')
      .values({ account_id: accountId, submitted_at: now, frozen })
      .execute();
  }
}

async function findApplication(from: Kysely<Tables>, accountId: string) {
  const application = await from
    .selectFrom('applications')
    .select(['revision', 'last_page', 'started_at', 'validating_at', 'submitted_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!application) throw new NotFoundError();
  return application;
}

function statusesOf(times: Readonly<Record<`${WebStatus}_at`, Date | null>>): WebStatus[] {
  return webStatuses.filter((status) => times[`${status}_at`] !== null);
}

async function countsOf(from: Kysely<Tables>, accountId: string): Promise<Record<string, number>> {
  const rows = await from
    .selectFrom('add_another')
    .select(['button_id', 'num_components'])
    .where('account_id', '=', accountId)
    .execute();
  return Object.fromEntries(rows.map(({ button_id, num_components }) => [button_id, num_components]));
}

async function tabsOf(from: Kysely<Tables>, accountId: string): Promise<Record<string, string>> {
  const rows = await from
    .selectFrom('tabs')
    .select(['tab_id', 'chosen_tab'])
    .where('account_id', '=', accountId)
    .execute();
  return Object.fromEntries(rows.map(({ tab_id, chosen_tab }) => [tab_id, chosen_tab]));
}
