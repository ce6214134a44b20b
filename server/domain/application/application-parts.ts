import type { Kysely } from 'kysely';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { Parts } from '#server/domain/ground/parts.ts';
import type { ReportEvent } from '#server/domain/ground/report-event.ts';

export type DocumentAnswers = Readonly<Record<string, DocumentAnswer>>;

export interface ApplicationsOptions extends Pick<
  Parts,
  'clock' | 'database' | 'metrics' | 'queue' | 'secrets'
> {
  readonly reportEvent: ReportEvent;
  /** Returns the present documents of an application. */
  readonly documentsOf: (accountId: string, database: Kysely<Tables>) => Promise<DocumentAnswers>;
}
