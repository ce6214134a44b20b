import type { Clock } from '#server/adapters/clock.ts';

/**
 * How long this process refuses by itself before it looks at a full counter again. Another process may have emptied it
 * since, because its owner has a new password.
 */
export const LOOK_AGAIN_MS = 5000;
/** Buckets that are remembered. The database has the counts of all. */
const BUCKETS_MAX = 10_000;

/** One process's memory of the counters in the database, so that many calls need no query. */
export class BucketMemory {
  readonly #clock: Clock;
  readonly #full = new Map<string, { readonly resetsAt: number; readonly lookAt: number }>();
  readonly #countedAhead = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns how long it takes until all of the buckets accept an attempt, as far as this process remembers; 0 if they
   * may accept one now.
   */
  waitMs(buckets: readonly string[]): number {
    const now = this.#clock.now().getTime();
    return Math.max(
      0,
      ...buckets.map((bucket) => {
        const { resetsAt = 0, lookAt = 0 } = this.#full.get(bucket) ?? {};
        return lookAt > now ? resetsAt - now : 0;
      }),
    );
  }

  rememberFull(bucket: string, resetsAt: Date): void {
    if (this.#full.size >= BUCKETS_MAX) this.#full.clear();
    const lookAt = this.#clock.now().getTime() + LOOK_AGAIN_MS;
    this.#full.set(bucket, { resetsAt: resetsAt.getTime(), lookAt });
  }

  forgetFull(bucket: string): void {
    this.#full.delete(bucket);
  }

  /** Returns how many attempts of a bucket are counted in the database and not used yet. */
  countedAhead(bucket: string): number {
    return this.#countedAhead.get(bucket) ?? 0;
  }

  addCountedAhead(bucket: string, tries: number): void {
    const left = this.countedAhead(bucket) + tries;
    if (left <= 0) this.#countedAhead.delete(bucket);
    else {
      if (this.#countedAhead.size >= BUCKETS_MAX) this.#countedAhead.clear();
      this.#countedAhead.set(bucket, left);
    }
  }
}
