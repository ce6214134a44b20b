import { sql } from 'kysely';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { defineJob, type JobRun } from '#server/adapters/job.ts';
import { deleteInBatches, olderThan } from '#server/domain/ground/delete-in-batches.ts';
import { OFFICE_SESSION_MAX_AGE_MS } from '#server/domain/office/office-links.ts';
import { SESSION_MAX_AGE_MS } from '#server/domain/accounts/sessions.ts';
import { actingAs } from '#server/domain/ground/audit.ts';
import { LOGINS_MAX } from '#server/domain/application/whole-application.ts';
import type { Shredder } from './shredder.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const USED_UP_AFTER_MS = DAY_MS;
const TOKENS_AFTER_MS = 30 * DAY_MS;
const AUDIT_AFTER_MS = 400 * DAY_MS;
/** For mails stored as files of this machine. */
const MAILS_AFTER_MS = 30 * DAY_MS;

const ACCOUNTS_AT_ONCE = 1000;

/** The job needs no data: the clock decides what is too old. After a flood it may take long. */
export const retentionJob = defineJob<Record<string, never>>('retention', {
  isKeyed: true,
  expireInSeconds: 3000,
  // Every hour, but not on the hour, when the schedules of other machines run too.
  cron: '17 * * * *',
});

interface RetentionOptions extends Pick<Parts, 'clock' | 'database' | 'deleteMails'> {
  readonly unconfirmedDays: number;
  readonly shredder: Pick<Shredder, 'run'>;
}

export type Retention = ReturnType<typeof makeRetention>;

export function retentionHandler({ retention, log }: Pick<Parts, 'log'> & { readonly retention: Retention }) {
  return async (_data: object, { signal }: JobRun): Promise<void> =>
    actingAs('retention', async () => log.info(await retention.run(signal), 'Deleted what is too old.'));
}

/** Deletes what has been kept for long enough: see docs/operate.md. */
export function makeRetention({
  database: { kysely },
  clock,
  deleteMails,
  unconfirmedDays,
  shredder,
}: RetentionOptions) {
  /** Each table with the column that tells its age, which has an index, and how long its rows stay. */
  const kept: readonly (readonly [keyof Tables, column: string, ms: number])[] = [
    ['signups', 'created_at', unconfirmedDays * DAY_MS],
    ['confirmation_codes', 'expires_at', USED_UP_AFTER_MS],
    ['resets', 'expires_at', USED_UP_AFTER_MS],
    ['sessions', 'created_at', SESSION_MAX_AGE_MS],
    ['office_sessions', 'created_at', OFFICE_SESSION_MAX_AGE_MS],
    ['tries', 'resets_at', 0],
    ['tokens', 'expires_at', TOKENS_AFTER_MS],
    ['office_links', 'expires_at', TOKENS_AFTER_MS],
    ['audit', 'happened_at', AUDIT_AFTER_MS],
    ['office_people', 'last_used_at', AUDIT_AFTER_MS],
    ['client_counts', 'day', AUDIT_AFTER_MS],
  ];

  return {
    /**
     * Deletes expired rows and mails, in batches.
     *
     * @param signal stops after the present batch; the next run continues
     * @returns how many rows each table lost, and how many mails were deleted
     */
    async run(signal?: AbortSignal): Promise<Record<string, number>> {
      const now = clock.now().getTime();
      const numDeleted: Record<string, number> = {};
      for (const [table, column, ms] of kept) {
        const found = olderThan(table, column, new Date(now - ms));
        numDeleted[table] = await deleteInBatches(kysely, table, found, signal);
      }
      numDeleted['logins'] = await deleteOldLogins(signal);
      numDeleted['mails'] = await deleteMails({ before: new Date(now - MAILS_AFTER_MS) });
      return { ...numDeleted, ...(await shredder.run(signal)) };
    },

    /** Returns how many rows of each table `run` would delete. */
    async count(): Promise<Record<string, number>> {
      const now = clock.now().getTime();
      const counts = kept.map(async ([table, column, ms]) => {
        const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n
          FROM (${olderThan(table, column, new Date(now - ms))}) AS old`.execute(kysely);
        return [table, rows[0]?.n ?? 0] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },
  };

  /** Keeps the newest logins of each account. Looks at a thousand accounts at a time. */
  async function deleteOldLogins(signal: AbortSignal | undefined): Promise<number> {
    let numDeleted = 0;
    for (let last: string | undefined; signal?.aborted !== true;) {
      const accounts = await kysely
        .selectFrom('accounts')
        .select('id')
        .$if(last !== undefined, (query) => query.where('id', '>', last ?? ''))
        .orderBy('id')
        .limit(ACCOUNTS_AT_ONCE)
        .execute();
      last = accounts.at(-1)?.id;
      if (last === undefined) break;
      const ids = accounts.map(({ id }) => id);
      const found = sql`SELECT logins.ctid FROM unnest(${ids}::uuid[]) AS account (id)
        CROSS JOIN LATERAL (
          SELECT logged_in_at AS since FROM logins WHERE account_id = account.id
          ORDER BY logged_in_at DESC OFFSET ${LOGINS_MAX - 1} LIMIT 1
        ) AS oldest
        JOIN logins ON account_id = account.id AND logged_in_at < since`;
      numDeleted += await deleteInBatches(kysely, 'logins', found, signal);
    }
    return numDeleted;
  }
}
