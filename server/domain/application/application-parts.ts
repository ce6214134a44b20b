import type { Kysely } from 'kysely';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Metrics } from '#server/adapters/metrics.ts';
import type { Queue } from '#server/adapters/queue.ts';
import type { Secrets } from '#server/adapters/secrets.ts';

export type DocumentAnswers = Readonly<Record<string, DocumentAnswer>>;

export interface ApplicationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  /** Queues what else follows a submission. */
  readonly reportSubmission: (
    transaction: Transaction,
    accountId: string,
    submittedAt: string,
  ) => Promise<void>;
  /** Returns the present documents of an application. */
  readonly documentsOf: (accountId: string, database: Kysely<Tables>) => Promise<DocumentAnswers>;
}
