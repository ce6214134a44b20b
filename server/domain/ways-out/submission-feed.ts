import { sql } from 'kysely';
import type { Database } from '#server/adapters/database/database.ts';
import { applicationNumber } from '#server/domain/ground/application-number.ts';
import { isFor, type Narrowed } from '#server/domain/application/application-rows.ts';

/** The cursor before the first submission. */
export const FROM_THE_START = 'start';

/** Only one reader at a time numbers submissions. */
const NUMBERING_LOCK = 7_204_120;

/** A submitted application in the order in which other programs get them. */
export interface FeedEntry {
  /** The id of the submission. After this entry, a reader continues from here. */
  readonly cursor: string;
  /** The id of the application. */
  readonly id: string;
  readonly number: string;
  readonly username: string;
  readonly submittedAt: Date;
}

/**
 * Returns the next submitted applications after a cursor, in an order that never changes. A reader that always
 * continues after the last entry gets every submission once. An application that is reopened leaves the feed, and
 * returns with another cursor when it is submitted again.
 *
 * @param narrowed leaves out what is for another program or entry term; the cursor stays the same for all
 * @returns `undefined` if the server never issued this cursor
 */
export async function submissionsAfter(
  database: Database,
  cursor: string,
  most: number,
  narrowed: Narrowed = { program: '', term: '' },
): Promise<readonly FeedEntry[] | undefined> {
  await numberSubmissions(database);
  const after = await positionOf(database, cursor);
  if (after === undefined) return undefined;
  const { rows } = await sql<Omit<FeedEntry, 'number'> & { readonly serial: number }>`
    SELECT submissions.id AS cursor, accounts.id, serial, username, submissions.submitted_at AS "submittedAt"
    FROM submission_order
    JOIN submissions ON submissions.id = submission_id
    JOIN accounts ON accounts.id = account_id
    JOIN applications USING (account_id)
    WHERE position > ${after}::bigint AND ${isFor(narrowed)} ORDER BY position LIMIT ${most}`.execute(
    database.kysely,
  );
  return rows.map(({ serial, ...entry }) => ({ ...entry, number: applicationNumber(serial) }));
}

/** Returns whether the submission of this cursor was neither reopened nor deleted. */
export async function isCurrent({ kysely }: Database, cursor: string): Promise<boolean> {
  const row = await kysely.selectFrom('submissions').select('id').where('id', '=', cursor).executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives the next numbers to submissions that have none. Readers do this, not the submission: a number taken by a
 * transaction that commits late would be lower than one that a reader already has. Here only committed submissions get
 * a number, so later ones have higher numbers.
 */
async function numberSubmissions(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${NUMBERING_LOCK})`.execute(transaction);
    // A statement of its own: its snapshot is newer than the lock, so it sees the numbers of the reader before.
    await sql`INSERT INTO submission_order (position, submission_id)
      SELECT (SELECT coalesce(max(position), 0) FROM submission_order)
        + row_number() OVER (ORDER BY submitted_at, id), id
      FROM submissions
      WHERE NOT EXISTS (SELECT FROM submission_order WHERE submission_id = submissions.id)`.execute(
      transaction,
    );
  });
}

async function positionOf({ kysely }: Database, cursor: string): Promise<string | undefined> {
  if (cursor === FROM_THE_START) return '0';
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(cursor)) return undefined;
  const row = await kysely
    .selectFrom('submission_order')
    .select('position')
    .where('submission_id', '=', cursor)
    .executeTakeFirst();
  return row?.position;
}
