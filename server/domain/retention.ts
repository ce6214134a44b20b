import { sql, type Kysely } from 'kysely';
import { IDLE_TIMEOUT_MS } from '#limits.ts';
import { DAY_MS, type Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { defineJob } from '#server/adapters/queue.ts';
import { SESSION_MAX_AGE_MS } from './sessions.ts';
import { LOGINS_MAX } from './whole-application.ts';

const USED_UP_AFTER_MS = DAY_MS;
const TOKENS_AFTER_MS = 30 * DAY_MS;
const AUDIT_AFTER_MS = 400 * DAY_MS;

/** The job needs no data: the clock decides what is too old. */
export const retentionJob = defineJob<Record<string, never>>('retention', { isKeyed: true });
/** Every hour, but not on the hour, when the schedules of other machines run too. */
export const RETENTION_CRON = '17 * * * *';

export type Retention = ReturnType<typeof makeRetention>;

/** Deletes what has been kept for long enough: see docs/operate.md. */
export function makeRetention({
  database,
  clock,
  unconfirmedDays,
}: {
  database: Database;
  clock: Clock;
  unconfirmedDays: number;
}) {
  return {
    /** Deletes expired rows. Returns how many rows each table lost. */
    async run(): Promise<Record<string, number>> {
      const now = clock.now().getTime();
      const before = (ms: number) => new Date(now - ms);
      const { kysely } = database;
      const results = {
        signups: await kysely
          .deleteFrom('signups')
          .where('created_at', '<', before(unconfirmedDays * DAY_MS))
          .executeTakeFirst(),
        confirmation_codes: await kysely
          .deleteFrom('confirmation_codes')
          .where('expires_at', '<', before(USED_UP_AFTER_MS))
          .executeTakeFirst(),
        resets: await kysely
          .deleteFrom('resets')
          .where('expires_at', '<', before(USED_UP_AFTER_MS))
          .executeTakeFirst(),
        sessions: await kysely
          .deleteFrom('sessions')
          .where((either) =>
            either.or([
              either('last_active_at', '<', before(IDLE_TIMEOUT_MS + USED_UP_AFTER_MS)),
              either('created_at', '<', before(SESSION_MAX_AGE_MS)),
            ]),
          )
          .executeTakeFirst(),
        // Skip locked counters. The request that counts there locks several, in an order other than ours: waiting
        // could deadlock.
        tries: await kysely
          .deleteFrom('tries')
          .where('bucket', 'in', (from) =>
            from
              .selectFrom('tries')
              .select('bucket')
              .where('resets_at', '<', before(0))
              .forUpdate()
              .skipLocked(),
          )
          .executeTakeFirst(),
        logins: await deleteOldLogins(kysely),
        tokens: await kysely
          .deleteFrom('tokens')
          .where('expires_at', '<', before(TOKENS_AFTER_MS))
          .executeTakeFirst(),
        audit: await kysely
          .deleteFrom('audit')
          .where('happened_at', '<', before(AUDIT_AFTER_MS))
          .executeTakeFirst(),
      };
      return Object.fromEntries(
        Object.entries(results).map(([table, { numDeletedRows }]) => [table, Number(numDeletedRows)]),
      );
    },
  };
}

/** Keeps the newest logins of each account. Looks at most accounts in the index only. */
async function deleteOldLogins(kysely: Kysely<Tables>): Promise<{ readonly numDeletedRows: bigint }> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM logins USING (
      SELECT account_id, (
        SELECT logged_in_at FROM logins WHERE account_id = many.account_id
        ORDER BY logged_in_at DESC OFFSET ${LOGINS_MAX - 1} LIMIT 1
      ) AS since
      FROM (SELECT account_id FROM logins GROUP BY account_id HAVING count(*) > ${LOGINS_MAX}) many
    ) kept
    WHERE logins.account_id = kept.account_id AND logged_in_at < kept.since`.execute(kysely);
  return { numDeletedRows: numAffectedRows };
}
