import type { ApplicationDocument } from '#contract/application-document.ts';
import type { WebStatus } from '#contract/web-status-values.ts';
import { withLabels } from '#form/labels.ts';
import type { FormRoute } from '#form/routes.ts';
import { todayIn } from '#form/today.ts';
import { unaskedKeys, without } from '#form/unasked.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { aboutLines } from '#service-view/about-lines.ts';
import { documentOf, inTodaysWords } from '#service-view/document-of.ts';
import { tenant } from '#tenant/tenant.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { ApplicationsOptions } from './application-parts.ts';
import {
  findApplication,
  lockApplication,
  raiseVersion,
  statusesOf,
  type Work,
  type Written,
} from './application-rows.ts';
import { makeComponentsAndTabs } from './components-and-tabs.ts';
import { applicationNumber } from '#server/domain/ground/application-number.ts';
import { AlreadySubmittedError, NoSessionError } from '#server/domain/ground/errors.ts';
import { makeSaveAnswers, SAVED } from './saving.ts';
import type { Account } from '#server/domain/accounts/sessions.ts';
import { requireVersion, type AcceptedVersions } from './accepted-versions.ts';
import { makeSubmit } from './submission.ts';
import {
  applicationForForm,
  applicationForPrint,
  manyApplications,
  type Named,
} from './whole-application.ts';

/** An application for readers other than the applicant. */
export interface ReadApplication {
  /** The answers, with the words of the chosen options beside them. Social Security numbers are complete. */
  readonly view: ServiceView;
  /** The whole application as a document, with only the last digits of a Social Security number. */
  readonly document: ApplicationDocument;
  /** The release in which it was submitted; null for a draft, and for a submission whose words were not kept. */
  readonly release: string | null;
}

export type Applications = ReturnType<typeof makeApplications>;

/**
 * Reads and changes applications: one per account, with its answers and status. A submitted application is read-only.
 */
export function makeApplications(options: ApplicationsOptions) {
  const { database, clock, secrets } = options;
  const { kysely } = database;

  return {
    /** Returns everything that the client loads before it shows a form page, and its version. */
    async profile({ id, username }: Account) {
      const application = await applicationForForm(database, secrets, id);
      // The account was deleted since its session was looked up.
      if (application === undefined) throw new NoSessionError();
      return {
        version: application.answers_revision,
        number: applicationNumber(application.serial),
        keptTerm: application.kept_term,
        username,
        answer: application.answer,
        document_answer: { ...application.document_answer },
        last_page: application.last_page,
        successful_login: application.logins.map((loggedInAt) => loggedInAt.toISOString()).reverse(),
        web_status: statusesOf(application).map((web_status) => ({ web_status })),
      };
    },

    saveAnswers: makeSaveAnswers(options),

    /** Records the status that the applicant has reached. A status reached before is kept. */
    async reachStatus(
      accountId: string,
      status: Exclude<WebStatus, 'submitted'>,
      accepted?: AcceptedVersions,
    ): Promise<Written<{ message: string }>> {
      const now = clock.now();
      return write(accountId, accepted, async (transaction) => {
        await transaction
          .updateTable('applications')
          .set((eb) => ({
            started_at: eb.fn.coalesce('started_at', eb.val(now)),
            ...(status === 'validating' && { validating_at: eb.fn.coalesce('validating_at', eb.val(now)) }),
          }))
          .where('account_id', '=', accountId)
          .execute();
        return SAVED;
      });
    },

    async setLastPage(
      accountId: string,
      page: FormRoute,
      accepted?: AcceptedVersions,
    ): Promise<Written<{ message: string }>> {
      return write(accountId, accepted, async (transaction) => {
        await transaction
          .updateTable('applications')
          .set({ last_page: page })
          .where('account_id', '=', accountId)
          .execute();
        return SAVED;
      });
    },

    /** Stores the messages that the client's validation found, for the admissions office. */
    async setValidations(
      accountId: string,
      found: Readonly<Record<string, readonly string[]>>,
      accepted?: AcceptedVersions,
    ): Promise<Written<{ message: string }>> {
      const row = { messages: JSON.stringify(found) };
      return write(accountId, accepted, async (transaction) => {
        await transaction
          .insertInto('validations')
          .values({ account_id: accountId, ...row })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
          .execute();
        return SAVED;
      });
    },

    ...makeComponentsAndTabs(kysely, write),

    submit: makeSubmit({ ...options, write }),

    /**
     * Returns the whole application, read-only, as the service view prints it: a submitted one as it was frozen. A
     * document whose question is not asked counts as none.
     */
    async serviceView(accountId: string): Promise<ServiceView> {
      return viewOf(await applicationForPrint(database, secrets, accountId));
    },

    /** Returns the same with what people call it. */
    async namedView(accountId: string): Promise<Named & { readonly view: ServiceView }> {
      const found = await applicationForPrint(database, secrets, accountId);
      return { ...found.named, view: viewOf(found) };
    },

    /** Returns the whole application as the office reads it, in the words of its submission once it is submitted. */
    async read(accountId: string): Promise<ReadApplication> {
      const found = await applicationForPrint(database, secrets, accountId);
      const view = viewOf(found);
      const { document, release = null } = found;
      const about = aboutLines(view, found.named);
      if (document !== undefined) return { view, document: { ...document, about }, release };
      const today = todayIn(tenant.timeZone, clock.now());
      const present = { ...documentOf(view, today), about };
      return {
        view: { ...view, answer: withLabels(view.answer, () => today) },
        document: found.isSubmitted ? inTodaysWords(present) : present,
        release,
      };
    },

    /** Returns the answers and documents of several applications by their ids, with the words of the chosen options. */
    async readMany(ids: readonly string[]) {
      const today = todayIn(tenant.timeZone, clock.now());
      const found = await manyApplications(database, secrets, ids);
      return new Map(
        found.map(({ id, isFrozen, answer, document_answer }) => [
          id,
          { answer: isFrozen ? answer : withLabels(answer, () => today), document_answer },
        ]),
      );
    },

    /**
     * Returns a number that grows with every change that the PDF copy shows. A copy of another revision is outdated.
     */
    async printRevision(accountId: string): Promise<number> {
      return (await findApplication(kysely, accountId)).revision;
    },

    /**
     * Runs one change in a transaction that locks the application. Fails once it is submitted. Also for documents.
     */
    change,
  };

  function viewOf({ answer, add_another, document_answer, tabs }: ServiceView): ServiceView {
    const asked = without(document_answer, unaskedKeys(answer));
    return { answer, add_another, document_answer: { ...asked }, tabs };
  }

  async function change<T>(accountId: string, work: Work<T>): Promise<T> {
    return database.transaction(async (transaction) => {
      const application = await lockApplication(transaction, accountId);
      // The account was deleted since its session was looked up.
      if (!application) throw new NoSessionError();
      if (application.submitted_at !== null) throw new AlreadySubmittedError();
      return work(transaction, application);
    });
  }

  async function write<T>(
    accountId: string,
    accepted: AcceptedVersions,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<Written<T>> {
    return change(accountId, async (transaction, versions) => {
      requireVersion(versions, accepted);
      const answer = await work(transaction);
      return { answer, version: await raiseVersion(transaction, accountId) };
    });
  }
}
