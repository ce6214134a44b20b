import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { TooManyTriesError } from './errors.ts';

export interface Limit {
  /** What is counted, such as `login/network`. */
  readonly kind: string;
  /** Whose tries: a network or an e-mail address; only a hash of it is stored. */
  readonly who: string;
  readonly most: number;
  readonly perSeconds: number;
}

export type Tries = ReturnType<typeof makeTries>;

/**
 * Counts tries in the database, so that the count holds for all processes and survives a restart.
 *
 * @param factor multiplies every limit
 */
export function makeTries({ database, clock, factor }: { database: Database; clock: Clock; factor: number }) {
  return {
    /**
     * Counts one try against each limit in turn, the narrowest first: what one refuses does not count against
     * those after it. Counted before the work: of a hundred at the same moment, no more pass than a limit says.
     *
     * @throws {TooManyTriesError} with the seconds until the next try counts
     */
    async take(...limits: readonly Limit[]): Promise<void> {
      for (const limit of limits) await takeOne(limit);
    },

    /** A try that turned out right does not count. */
    async giveBack(...limits: readonly Limit[]): Promise<void> {
      await sql`UPDATE tries SET count = greatest(count - 1, 0) WHERE bucket = ANY(${limits.map(bucketOf)}::text[])`.execute(
        database.kysely,
      );
    },

    /** Forgets what was counted, as when the owner has proved who they are. */
    async clear(...limits: readonly Limit[]): Promise<void> {
      await sql`DELETE FROM tries WHERE bucket = ANY(${limits.map(bucketOf)}::text[])`.execute(
        database.kysely,
      );
    },
  };

  async function takeOne(limit: Limit): Promise<void> {
    const now = clock.now();
    const most = limit.most * factor;
    // Beyond one too many nothing is counted, so that giving back frees a place.
    const { rows } = await sql<{ count: number; resets_at: Date }>`
      INSERT INTO tries (bucket, count, resets_at)
      VALUES (${bucketOf(limit)}, 1, ${now}::timestamptz + ${limit.perSeconds}::int * interval '1 second')
      ON CONFLICT (bucket) DO UPDATE SET
        count = CASE WHEN tries.resets_at <= ${now} THEN 1 ELSE least(tries.count, ${most}::bigint) + 1 END,
        resets_at = CASE WHEN tries.resets_at <= ${now} THEN excluded.resets_at ELSE tries.resets_at END
      RETURNING count, resets_at`.execute(database.kysely);
    const [counted] = rows;
    if (counted === undefined || counted.count <= most) return;
    const waitMs = counted.resets_at.getTime() - now.getTime();
    throw new TooManyTriesError(Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

function bucketOf({ kind, who }: Limit): string {
  return `${kind}/${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;
}
