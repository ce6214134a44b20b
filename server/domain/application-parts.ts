import type { Kysely } from 'kysely';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
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
  /** True if submissions are also delivered to a webhook. */
  readonly hasWebhook: boolean;
  /** Returns the present documents of an application. */
  readonly documentsOf: (accountId: string, database: Kysely<Tables>) => Promise<DocumentAnswers>;
}
