import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Parts } from '#server/domain/ground/parts.ts';
import { isOpenTo } from './rights.ts';
import type { Clerk } from './office-links.ts';

/** The condition that a row of `applications` has a submission that this person has not read. */
export function isUnreadBy(name: string): RawBuilder<SqlBool> {
  return sql`EXISTS (SELECT FROM submissions WHERE submissions.account_id = applications.account_id AND NOT EXISTS
    (SELECT FROM office_reads WHERE submission_id = submissions.id AND reader = ${name}))`;
}

/** Who has read which submission. What is submitted again is unread again. */
export function makeReads({ database: { kysely }, clock }: Pick<Parts, 'clock' | 'database'>) {
  return {
    /** Notes that somebody has read the present submission of an application, if it has one. */
    async note({ name }: Clerk, accountId: string): Promise<void> {
      await sql`INSERT INTO office_reads (submission_id, reader, read_at)
        SELECT id, ${name}, ${clock.now()} FROM submissions WHERE account_id = ${accountId}
        ON CONFLICT DO NOTHING`.execute(kysely);
    },

    /** Returns those of these applications that somebody has not read. */
    async unreadOf({ name }: Clerk, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ id: string }>`SELECT account_id AS id FROM applications
        WHERE account_id = ANY(${ids}::uuid[]) AND ${isUnreadBy(name)}`.execute(kysely);
      return new Set(rows.map(({ id }) => id));
    },

    /** Returns how many submissions somebody has not read, of those that the person may read. */
    async countUnread(clerk: Clerk): Promise<number> {
      const { rows } = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM applications
        WHERE ${isUnreadBy(clerk.name)} AND ${isOpenTo(clerk)}`.execute(kysely);
      return rows[0]?.total ?? 0;
    },
  };
}
