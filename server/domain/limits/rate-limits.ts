import { Batches } from '#server/domain/ground/batches.ts';
import { BucketMemory } from './bucket-memory.ts';
import { bucketOf, lockCounters, storeCounters, type Counter } from './counters.ts';
import { BusyError, TooManyRequestsError } from '#server/domain/ground/errors.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

export interface Limit {
  /** The kind of limit, such as `login/network`. */
  readonly kind: string;
  /** The network or e-mail address whose attempts are counted. Only a hash of it is stored. */
  readonly who: string;
  readonly most: number;
  readonly perSeconds: number;
  /**
   * How many attempts the database counts at once, 1 if absent. The next ones are then counted in memory, for calls that
   * cost less than a count in the database would. `most` is a multiple of it.
   */
  readonly bundle?: number;
}

export type RateLimits = ReturnType<typeof makeRateLimits>;

interface RateLimitsOptions extends Pick<Parts, 'clock' | 'database'> {
  /** Multiplies every limit. */
  readonly factor: number;
}

/** The most counters in one transaction. */
const BATCH_MAX = 1000;

/** A requested change of the counters of some limits. */
interface Wish {
  readonly limits: readonly Limit[];
  /** Returns the counter's next value. Absent for an attempt, which a full counter refuses. */
  readonly change?: (count: number) => number;
}

interface Outcome {
  /** How long it takes until all limits accept an attempt; 0 unless it was refused. */
  readonly waitMs: number;
  /** The value of the first counter. */
  readonly count: number;
}

/**
 * Counts attempts in the database, so that all processes share the count and it survives a restart. Requests of many
 * callers at one moment share a transaction, and transactions run one after the other, so all limits together use one
 * connection. A counter that is full is remembered, so that a refusal uses none.
 */
export function makeRateLimits({ database, clock, factor }: RateLimitsOptions) {
  const memory = new BucketMemory(clock);
  const wishes = new Batches({
    run: grantTogether,
    weightOf: ({ limits }: Wish) => limits.length,
    maxWeight: BATCH_MAX,
    atOnce: 1,
  });

  return {
    /**
     * Counts one attempt against all the limits, or against none if one of them is full. So a refused attempt fills no
     * counter: neither an owner's because of a busy network nor a network's because of one faulty script. Call it
     * before the work: of a hundred concurrent attempts no more pass than a limit allows.
     *
     * @throws {TooManyRequestsError} with the seconds until all limits would accept an attempt
     */
    async take(...limits: readonly Limit[]): Promise<void> {
      const waitMs = memory.waitMs(limits.map(bucketOf));
      if (waitMs > 0) throw refusal(waitMs);
      if (limits.every((limit) => costOf(limit) === 0)) limits.forEach(countInMemory);
      else await wishes.add({ limits });
    },

    /** Returns whether one of the limits is remembered as full. */
    isFull: (...limits: readonly Limit[]): boolean => memory.waitMs(limits.map(bucketOf)) > 0,

    /**
     * Adds an amount to a counter that refuses nothing by itself, such as milliseconds of work.
     *
     * @returns the counter's value now
     */
    spend: (limit: Limit, amount: number): Promise<number> =>
      wishes.add({ limits: [limit], change: (count) => count + Math.ceil(amount) }),

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

    /** Runs the work that the attempts were taken for. Gives them back if the server is too busy to do it. */
    async giveBackIfBusy<T>(limits: readonly Limit[], work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof BusyError) await giveBack(...limits);
        throw error;
      }
    },

    /** Empties the counters, for example once the owner has proved who they are. */
    async clear(...limits: readonly Limit[]): Promise<void> {
      await wishes.add({ limits, change: () => 0 });
    },
  };

  /** Takes one attempt off each counter, because successful attempts do not count. */
  async function giveBack(...limits: readonly Limit[]): Promise<void> {
    await wishes.add({ limits, change: (count) => Math.max(0, count - 1) });
  }

  async function grantTogether(batch: readonly Wish[]): Promise<(wish: Wish) => Promise<number>> {
    const now = clock.now();
    const limits = batch.flatMap((wish) => wish.limits);
    const outcomes = await database.transaction(async (transaction) => {
      const counters = await lockCounters(transaction, limits, now);
      const granted = new Map(batch.map((wish) => [wish, grant(wish, counters, now)]));
      await storeCounters(transaction, counters);
      return granted;
    });
    return async (wish) => {
      const { waitMs = 0, count = 0 } = outcomes.get(wish) ?? {};
      if (waitMs > 0) throw refusal(waitMs);
      return count;
    };
  }

  /** Changes the counters as requested, unless one of them refuses an attempt. */
  function grant({ limits, change }: Wish, counters: ReadonlyMap<string, Counter>, now: Date): Outcome {
    const counted = limits.flatMap((limit) => {
      const counter = counters.get(bucketOf(limit));
      return counter === undefined ? [] : [{ limit, counter }];
    });
    const refusing =
      change === undefined
        ? counted.filter(({ limit, counter }) => counter.count + costOf(limit) > limit.most * factor)
        : [];
    const waitsMs = refusing.map(({ limit, counter }) => {
      memory.rememberFull(bucketOf(limit), counter.resetsAt);
      return counter.resetsAt.getTime() - now.getTime();
    });
    for (const { limit, counter } of waitsMs.length > 0 ? [] : counted) {
      counter.count = change === undefined ? counter.count + costOf(limit) : change(counter.count);
      if (change === undefined) countInMemory(limit);
      else memory.forgetFull(bucketOf(limit));
    }
    return { waitMs: Math.max(0, ...waitsMs), count: counted[0]?.counter.count ?? 0 };
  }

  /** Returns how many attempts the database has to count for one more: none while some are counted in advance. */
  function costOf(limit: Limit): number {
    return memory.countedAhead(bucketOf(limit)) > 0 ? 0 : (limit.bundle ?? 1);
  }

  function countInMemory(limit: Limit): void {
    memory.addCountedAhead(bucketOf(limit), costOf(limit) - 1);
  }
}

function refusal(waitMs: number): TooManyRequestsError {
  return new TooManyRequestsError(Math.max(1, Math.ceil(waitMs / 1000)));
}
