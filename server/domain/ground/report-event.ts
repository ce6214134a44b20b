import type { Transaction } from '#server/adapters/database/database.ts';

/** What happened to an application that other programs may have. */
export interface ApplicationEvent {
  readonly type: 'application.submitted' | 'application.reopened' | 'application.deleted';
  readonly accountId: string;
  readonly at: Date;
}

/** Queues the report of an event, in the transaction in which it happens. */
export type ReportEvent = (transaction: Transaction, event: ApplicationEvent) => Promise<void>;
