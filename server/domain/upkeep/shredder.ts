import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import type { Erasure } from './erasure.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** How long before the deletion of a draft its applicant is told. */
const NOTICE_MS = 14 * DAY_MS;
/** A mail that was not sent in this time has failed, and is queued again. */
const ASK_AGAIN_MS = 7 * DAY_MS;
const BATCH = 100;
/** Sorts before every account. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** An application that is old enough to be deleted. */
export interface OldApplication {
  readonly id: string;
  readonly username: string;
  readonly kind: 'draft' | 'submitted';
  /** The last save or login, or the submission. */
  readonly since: Date;
  /** Why it stays for now. */
  readonly keptBecause: 'not announced' | 'never fetched' | null;
}

interface ShredderOptions extends Pick<Parts, 'clock' | 'database' | 'queue'> {
  readonly erasure: Erasure;
  /** Days from the last use of a draft, and from a submission; 0 deletes none. */
  readonly draftsDays: number;
  readonly submittedDays: number;
  /** Whether submissions are deleted that nobody has fetched. */
  readonly takesUnfetched: boolean;
}

export type Shredder = ReturnType<typeof makeShredder>;

/** Deletes applications that are too old, if the operator has set after how many days: see docs/operate.md. */
export function makeShredder(options: ShredderOptions) {
  const { database, clock, queue, erasure, draftsDays, submittedDays, takesUnfetched } = options;
  const { kysely } = database;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);

  return {
    /** Yields all applications that are old enough to be deleted, also those that stay for now. */
    async *old(): AsyncGenerator<OldApplication> {
      for (let last = NOBODY; ;) {
        const rows = await find(sql`id > ${last}`);
        yield* rows;
        last = rows.at(-1)?.id ?? '';
        if (last === '') return;
      }
    },

    /**
     * Announces deletions, and deletes what is too old, each application in a transaction of its own.
     *
     * @param signal stops after the present application; the next run continues
     */
    async run(signal?: AbortSignal) {
      return { announcements: await announce(), applications: await shred(signal) };
    },

    /** Returns what the mail to an applicant says, or `undefined` if the draft has been used or submitted. */
    async announcement(username: string): Promise<{ readonly since: Date; readonly on: Date } | undefined> {
      const [draft] = await find(sql`username = ${username} AND kind = 'draft'`, {
        in: kysely,
        noticeMs: NOTICE_MS,
      });
      if (draft === undefined) return undefined;
      const end = draft.since.getTime() + draftsDays * DAY_MS;
      return { since: draft.since, on: new Date(Math.max(end, clock.now().getTime() + NOTICE_MS)) };
    },

    async noteAnnounced(username: string): Promise<void> {
      const noted = { deletion_mailed_at: clock.now() };
      await kysely.updateTable('accounts').set(noted).where('username', '=', username).execute();
    },
  };

  /** Queues the mails that announce a deletion. Returns their number. */
  async function announce(): Promise<number> {
    for (let numAnnounced = 0; ;) {
      const asked = await database.transaction(async (transaction) => {
        const isDue = sql<SqlBool>`(deletion_asked_at IS NULL OR deletion_asked_at <= ${ago(ASK_AGAIN_MS)})`;
        const drafts = await find(sql`"keptBecause" = 'not announced' AND NOT "isMailed" AND ${isDue}`, {
          in: transaction,
          noticeMs: NOTICE_MS,
        });
        if (drafts.length === 0) return 0;
        // Another run may have queued it since.
        const rows = await transaction
          .updateTable('accounts')
          .set({ deletion_asked_at: clock.now() })
          .where(
            'id',
            'in',
            drafts.map(({ id }) => id),
          )
          .where(isDue)
          .returning('username')
          .execute();
        for (const { username } of rows)
          await queue.send(mailJob, { kind: 'deletion', username }, { in: transaction, priority: -2 });
        return rows.length;
      });
      if (asked === 0) return numAnnounced;
      numAnnounced += asked;
    }
  }

  async function shred(signal: AbortSignal | undefined): Promise<number> {
    let numDeleted = 0;
    for (let last = NOBODY; ;) {
      const rows = await find(sql`"keptBecause" IS NULL AND id > ${last}`);
      for (const { id, username } of rows) {
        if (signal?.aborted === true) return numDeleted;
        const erased = await erasure.erase(username, async (transaction) => {
          const [found] = await find(sql`id = ${id} AND "keptBecause" IS NULL`, { in: transaction });
          return found !== undefined;
        });
        if (erased) numDeleted += 1;
      }
      last = rows.at(-1)?.id ?? '';
      if (last === '') return numDeleted;
    }
  }

  /** @param noticeMs finds drafts this much earlier */
  async function find(
    which: RawBuilder<unknown>,
    { in: from = kysely, noticeMs = 0 }: { readonly in?: Kysely<Tables>; readonly noticeMs?: number } = {},
  ): Promise<readonly OldApplication[]> {
    const before = (days: number, ms: number) => (days === 0 ? null : ago(days * DAY_MS - ms));
    const draftsBefore = before(draftsDays, noticeMs);
    const { rows } = await sql<OldApplication>`
      SELECT id, username, kind, since, "keptBecause" FROM (
        SELECT accounts.id, username, 'draft' AS kind, used.at AS since, deletion_asked_at,
          coalesce(deletion_mailed_at > used.at, false) AS "isMailed",
          CASE WHEN deletion_mailed_at > used.at AND deletion_mailed_at <= ${ago(NOTICE_MS)} THEN NULL
            ELSE 'not announced' END AS "keptBecause"
        FROM applications JOIN accounts ON accounts.id = account_id
        CROSS JOIN LATERAL (SELECT greatest(applications.updated_at,
          (SELECT max(logged_in_at) FROM logins WHERE logins.account_id = accounts.id)) AS at) AS used
        WHERE submitted_at IS NULL AND applications.updated_at <= ${draftsBefore}::timestamptz
          AND used.at <= ${draftsBefore}::timestamptz
          -- What was reopened was certified once: that it goes is for the operator to decide.
          AND NOT EXISTS (SELECT FROM earlier_submissions AS earlier WHERE earlier.account_id = accounts.id)
        UNION ALL
        SELECT accounts.id, username, 'submitted', submitted_at, NULL, NULL,
          CASE WHEN fetched_at IS NULL AND NOT ${takesUnfetched}::boolean THEN 'never fetched' END
        FROM submissions JOIN accounts ON accounts.id = account_id
        WHERE submitted_at <= ${before(submittedDays, 0)}::timestamptz
      ) AS old
      WHERE ${which} ORDER BY id LIMIT ${BATCH}`.execute(from);
    return rows;
  }
}
