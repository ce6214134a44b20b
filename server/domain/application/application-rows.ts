import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import { ANSWERED } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { openAnswers } from './answer-values.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import type { AcceptedVersions, Versions } from './accepted-versions.ts';

/** Runs one change in a transaction that locks the application. Fails once it is submitted. */
export type Change = <T>(accountId: string, work: Work<T>) => Promise<T>;

/** Does the same if the version is accepted, and raises it: a late copy of an older write is then refused. */
export type Write = <T>(
  accountId: string,
  accepted: AcceptedVersions,
  work: (transaction: Transaction) => Promise<T>,
) => Promise<Written<T>>;

/** The answer to a write of the account, and the version that it has made. */
export interface Written<T> {
  readonly answer: T;
  readonly version: number;
}

/** @param versions of the locked application */
export type Work<T> = (transaction: Transaction, versions: Versions) => Promise<T>;

/**
 * Returns what an application has besides its answers.
 *
 * @throws {NotFoundError} if the account has none
 */
export async function findApplication(from: Kysely<Tables>, accountId: string) {
  const application = await from
    .selectFrom('applications')
    .select(['revision', 'last_page', 'started_at', 'validating_at', 'submitted_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!application) throw new NotFoundError();
  return application;
}

/** A filter of applications: a program by its code or as `PROGRAM/MAJOR`, and an entry term. Blank ones match all. */
export interface Narrowed {
  readonly program: string;
  readonly term: string;
}

/** The condition that a row of `applications` is for this program and term. */
export function isFor({ program, term }: Narrowed): RawBuilder<SqlBool> {
  return sql`(${term}::text = '' OR applications.entry_term = ${term})
    AND (${program}::text = '' OR applications.program = ${program} OR starts_with(applications.program, ${`${program}/`}))`;
}

/** Returns the statuses that an application has reached, in their order: the last one is the present one. */
export function statusesOf(times: Readonly<Record<`${WebStatus}_at`, Date | null>>): WebStatus[] {
  return webStatuses.filter((status) => times[`${status}_at`] !== null);
}

/** Returns all answers, with encrypted values decrypted. */
export async function answersOf(
  from: Kysely<Tables>,
  secrets: Secrets,
  accountId: string,
): Promise<Record<string, string>> {
  const rows = await from
    .selectFrom('answers')
    .select(['key', 'value'])
    .where('account_id', '=', accountId)
    .orderBy('key')
    .execute();
  return openAnswers(
    secrets,
    accountId,
    rows.map(({ key, value }) => [key, value]),
  );
}

/** Returns how many components each add-another button has, by its id. */
export async function countsOf(from: Kysely<Tables>, accountId: string): Promise<Record<string, number>> {
  const rows = await from
    .selectFrom('add_another')
    .select(['button_id', 'num_components'])
    .where('account_id', '=', accountId)
    .orderBy('button_id')
    .execute();
  return Object.fromEntries(rows.map(({ button_id, num_components }) => [button_id, num_components]));
}

/** Returns the chosen tab of each group, by the group's id. */
export async function tabsOf(from: Kysely<Tables>, accountId: string): Promise<Record<string, string>> {
  const rows = await from
    .selectFrom('tabs')
    .select(['tab_id', 'chosen_tab'])
    .where('account_id', '=', accountId)
    .orderBy('tab_id')
    .execute();
  return Object.fromEntries(rows.map(({ tab_id, chosen_tab }) => [tab_id, chosen_tab]));
}

/**
 * Locks an application against every other change until the transaction ends. Every change takes this lock first.
 *
 * @returns `undefined` if the account has none
 */
export async function lockApplication(transaction: Transaction, accountId: string) {
  return transaction
    .selectFrom('applications')
    .select(['submitted_at', 'answers_revision'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** Call this whenever something changes that the PDF copy shows. */
export async function raisePrintRevision(transaction: Transaction, accountId: string): Promise<void> {
  await transaction
    .updateTable('applications')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Call this whenever an applicant has written something, or a document that other devices may show is gone. Their next
 * write then reads the profile first.
 *
 * @returns the new version
 */
export async function raiseVersion(transaction: Transaction, accountId: string): Promise<number> {
  const { answers_revision } = await transaction
    .updateTable('applications')
    .set((eb) => ({ answers_revision: eb('answers_revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .returning('answers_revision')
    .executeTakeFirstOrThrow();
  return answers_revision;
}

/**
 * Notes in the answers whether a file question has a document. Belongs to the transaction that attaches the document or
 * deletes it, and that has locked the application: so the mark is right even if no page is open.
 */
export async function markDocument(
  transaction: Transaction,
  { accountId, answerKey, at }: { readonly accountId: string; readonly answerKey: string; readonly at: Date },
  isAttached: boolean,
): Promise<void> {
  const value = isAttached ? ANSWERED : EMPTY_ANSWER;
  const present = await transaction
    .selectFrom('answers')
    .select('value')
    .where('account_id', '=', accountId)
    .where('key', '=', answerKey)
    .executeTakeFirst();
  if ((present?.value ?? EMPTY_ANSWER) === value) return;
  const row = { value, updated_at: at };
  await transaction
    .insertInto('answers')
    .values({ account_id: accountId, key: answerKey, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(row))
    .execute();
  await raisePrintRevision(transaction, accountId);
  await raiseVersion(transaction, accountId);
}
