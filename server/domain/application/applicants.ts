import { normalizeUsername } from '#contract/normalize-username.ts';
import type { WebStatus } from '#contract/web-status-values.ts';
import { applicationNumber, serialOf } from '#server/domain/ground/application-number.ts';
import { statusesOf } from './application-rows.ts';
import { noteFetched } from './fetched.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const PAGE_ROWS = 100;

/** One application in an operator's list. */
export interface Applicant {
  readonly id: string;
  /** The number for people. */
  readonly number: string;
  readonly username: string;
  readonly webStatus: WebStatus | null;
  readonly lastPage: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly submittedAt: Date | null;
  /** Why the last mail was refused, such as `550 5.1.1`; blank if it was accepted. */
  readonly mailRefusal: string;
}

export type Applicants = ReturnType<typeof makeApplicants>;

/** The operator's functions for all applications. */
export function makeApplicants({ database, clock }: Pick<Parts, 'clock' | 'database'>) {
  const { kysely } = database;
  const base = kysely
    .selectFrom('accounts')
    .innerJoin('applications', 'applications.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.username',
      'accounts.mail_refusal',
      'applications.serial',
      'applications.last_page',
      'applications.created_at',
      'applications.updated_at',
      'applications.started_at',
      'applications.validating_at',
      'applications.submitted_at',
    ]);
  type Row = Awaited<ReturnType<typeof base.executeTakeFirstOrThrow>>;

  return {
    /** Finds one by the address or the number of the application, as people write them. */
    async find(text: string): Promise<Applicant | undefined> {
      const serial = text.includes('@') ? undefined : serialOf(text);
      const row = await (
        serial === undefined
          ? base.where('accounts.username', '=', normalizeUsername(text))
          : base.where('applications.serial', '=', serial)
      ).executeTakeFirst();
      return row && toApplicant(row);
    },

    async get(accountId: string): Promise<Applicant | undefined> {
      const row = await base.where('accounts.id', '=', accountId).executeTakeFirst();
      return row && toApplicant(row);
    },

    /** Yields all applicants, ordered by address. Reads them in pages, so that any number fits into memory. */
    async *all(): AsyncGenerator<Applicant> {
      let after = '';
      for (;;) {
        const rows = await base
          .where('accounts.username', '>', after)
          .orderBy('accounts.username')
          .limit(PAGE_ROWS)
          .execute();
        yield* rows.map(toApplicant);
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.username;
      }
    },

    async noteExport(accountId: string): Promise<void> {
      await noteFetched(kysely, { event: 'exported', at: clock.now(), accountId });
    },
  };

  function toApplicant(row: Row): Applicant {
    return {
      id: row.id,
      number: applicationNumber(row.serial),
      username: row.username,
      webStatus: statusesOf(row).at(-1) ?? null,
      lastPage: row.last_page,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      submittedAt: row.submitted_at,
      mailRefusal: row.mail_refusal,
    };
  }
}
