import type { Kysely } from 'kysely';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

export type DocumentAnswers = Readonly<Record<string, DocumentAnswer>>;

export interface ApplicationsOptions extends Pick<
  Parts,
  'clock' | 'database' | 'metrics' | 'queue' | 'secrets'
> {
  /** Queues what else follows a submission. */
  readonly reportSubmission: (
    transaction: Transaction,
    accountId: string,
    submittedAt: string,
  ) => Promise<void>;
  /** Returns the present documents of an application. */
  readonly documentsOf: (accountId: string, database: Kysely<Tables>) => Promise<DocumentAnswers>;
}
