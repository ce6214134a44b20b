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
     * Counts one try against each limit, whether or not it is then refused: of a hundred at the same moment,
     * no more pass than the limit says.
     *
     * @throws {TooManyTriesError} with the seconds until the next try counts
     */
    async take(...limits: readonly Limit[]): Promise<void> {
      const now = clock.now();
      const { rows } = await sql<{ bucket: string; count: number; resets_at: Date }>`
        INSERT INTO tries (bucket, count, resets_at)
        SELECT bucket, 1, ${now}::timestamptz + seconds * interval '1 second'
        FROM unnest(${limits.map(bucketOf)}::text[], ${limits.map(({ perSeconds }) => perSeconds)}::int[])
          AS wanted (bucket, seconds)
        ORDER BY bucket
        ON CONFLICT (bucket) DO UPDATE SET
          count = CASE WHEN tries.resets_at <= ${now} THEN 1 ELSE tries.count + 1 END,
          resets_at = CASE WHEN tries.resets_at <= ${now} THEN excluded.resets_at ELSE tries.resets_at END
        RETURNING bucket, count, resets_at`.execute(database.kysely);
      const exceeded = rows.filter(({ bucket, count }) => {
        const limit = limits.find((candidate) => bucketOf(candidate) === bucket);
        return limit !== undefined && count > limit.most * factor;
      });
      if (exceeded.length === 0) return;
      const waitMs = Math.max(...exceeded.map(({ resets_at }) => resets_at.getTime() - now.getTime()));
      throw new TooManyTriesError(Math.max(1, Math.ceil(waitMs / 1000)));
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
}

function bucketOf({ kind, who }: Limit): string {
  return `${kind}/${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;
}
