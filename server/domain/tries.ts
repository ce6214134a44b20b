import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import { BusyError, TooManyTriesError } from './errors.ts';

export interface Limit {
  /** The kind of limit, such as `login/network`. */
  readonly kind: string;
  /** The network or e-mail address whose tries are counted. Only a hash of it is stored. */
  readonly who: string;
  readonly most: number;
  readonly perSeconds: number;
  /** How many tries one call counts; 1 if absent. */
  readonly tries?: number;
}

export type Tries = ReturnType<typeof makeTries>;

/**
 * Counts tries in the database, so that all processes share the count and it survives a restart.
 *
 * @param factor multiplies every limit
 */
export function makeTries({ database, clock, factor }: { database: Database; clock: Clock; factor: number }) {
  return {
    /**
     * Counts one try against all the limits, or against none if one of them is full. So a refused try fills no
     * counter: neither an owner's because of a busy network nor a network's because of one faulty script. Call it
     * before the work: of a hundred concurrent tries no more pass than a limit allows.
     *
     * @param limits the narrowest first: a counter that many share is then locked for the shortest time, and all
     *   callers lock in the same order
     * @throws {TooManyTriesError} with the seconds until all limits would accept a try
     */
    async take(...limits: readonly Limit[]): Promise<void> {
      const now = clock.now();
      await database.transaction(async (transaction) => {
        const counters = await count(transaction, limits, now);
        const full = limits.flatMap((limit) => {
          const counter = counters.get(bucketOf(limit));
          return counter === undefined || counter.count <= limit.most * factor ? [] : [counter.resets_at];
        });
        if (full.length === 0) return;
        const waitMs = Math.max(...full.map((resetsAt) => resetsAt.getTime() - now.getTime()));
        throw new TooManyTriesError(Math.max(1, Math.ceil(waitMs / 1000)));
      });
    },

    /**
     * Adds an amount to a counter that refuses nothing by itself, such as milliseconds of work.
     *
     * @returns what the counter holds now
     */
    async spend(limit: Limit, amount: number): Promise<number> {
      const spent = { ...limit, tries: Math.ceil(amount) };
      const counters = await database.transaction((transaction) => count(transaction, [spent], clock.now()));
      return counters.get(bucketOf(limit))?.count ?? 0;
    },

    /** Returns what `spend` has left of a limit, 0 or more. */
    async left(limit: Limit): Promise<number> {
      const counter = await database.kysely
        .selectFrom('tries')
        .select('count')
        .where('bucket', '=', bucketOf(limit))
        .where('resets_at', '>', clock.now())
        .executeTakeFirst();
      return Math.max(0, limit.most * factor - (counter?.count ?? 0));
    },

    giveBack,

    /** Runs the work that the tries were taken for. Gives them back if the server is too busy to do it. */
    async giveBackIfBusy<T>(limits: readonly Limit[], work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof BusyError) await giveBack(...limits);
        throw error;
      }
    },

    /** Deletes the counters, for example once the owner has proved who they are. */
    async clear(...limits: readonly Limit[]): Promise<void> {
      await sql`DELETE FROM tries WHERE bucket IN ${locked(limits)}`.execute(database.kysely);
    },
  };

  /** Takes one try off each counter, because successful tries do not count. */
  async function giveBack(...limits: readonly Limit[]): Promise<void> {
    await sql`UPDATE tries SET count = greatest(count - 1, 0) WHERE bucket IN ${locked(limits)}`.execute(
      database.kysely,
    );
  }
}

interface Counter {
  readonly count: number;
  readonly resets_at: Date;
}

/** Adds the tries to each limit's counter, in the given order. An expired counter starts again. */
async function count(
  transaction: Transaction,
  limits: readonly Limit[],
  now: Date,
): Promise<ReadonlyMap<string, Counter>> {
  const { rows } = await sql<Counter & { bucket: string }>`
    INSERT INTO tries (bucket, count, resets_at)
    SELECT bucket, tries, ${now}::timestamptz + seconds * interval '1 second'
    FROM unnest(
        ${limits.map(bucketOf)}::text[],
        ${limits.map(({ perSeconds }) => perSeconds)}::int[],
        ${limits.map((limit) => limit.tries ?? 1)}::int[]
      ) AS taken (bucket, seconds, tries)
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN tries.resets_at <= ${now} THEN 0 ELSE tries.count END + excluded.count,
      resets_at = CASE WHEN tries.resets_at <= ${now} THEN excluded.resets_at ELSE tries.resets_at END
    RETURNING bucket, count, resets_at`.execute(transaction);
  return new Map(rows.map(({ bucket, ...counter }) => [bucket, counter]));
}

/** Selects and locks the existing counters in the given order. Locking in another order could deadlock. */
function locked(limits: readonly Limit[]) {
  const buckets = sql`${limits.map(bucketOf)}::text[]`;
  return sql`(
    SELECT bucket FROM tries WHERE bucket = ANY(${buckets})
    ORDER BY array_position(${buckets}, bucket) FOR UPDATE)`;
}

function bucketOf({ kind, who }: Limit): string {
  return `${kind}/${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;
}
