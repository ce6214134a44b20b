/** While these are under way the next one fills: under load one commit carries many, and a lone item waits for none. */
const AT_ONCE = 2;

export interface BatchesOptions<Item, Result> {
  /**
   * Does all of them at once, and returns what gives each its result. A result may be a promise: a slow one
   * then keeps only its own caller waiting. What is thrown goes to every caller of the batch.
   */
  readonly run: (items: readonly Item[]) => Promise<(item: Item) => Result | Promise<Result>>;
  /** How much of a batch an item fills. */
  readonly weightOf: (item: Item) => number;
  /** A batch that weighs this much takes no more. */
  readonly maxWeight: number;
  /** Items of one owner are done one after the other, as they came. */
  readonly ownerOf?: (item: Item) => string;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly owner: string | undefined;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects what many callers ask for at the same moment, and does it together. */
export class Batches<Item, Result> {
  readonly #options: BatchesOptions<Item, Result>;
  readonly #busyOwners = new Set<string>();
  #waiting: Waiting<Item, Result>[] = [];
  #numUnderWay = 0;
  #isScheduled = false;

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
  }

  /** Resolves, or fails, as the item itself does. */
  add(item: Item): Promise<Result> {
    const owner = this.#options.ownerOf?.(item);
    const done = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, owner, resolve, reject });
    });
    this.#schedule();
    return owner === undefined ? done : done.finally(() => this.#release(owner));
  }

  /** Behind all that this turn of the event loop still brings. */
  #schedule(): void {
    if (this.#isScheduled || this.#numUnderWay >= AT_ONCE || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const batch = this.#take();
      if (batch.length > 0) void this.#run(batch);
    });
  }

  #take(): readonly Waiting<Item, Result>[] {
    const { weightOf, maxWeight } = this.#options;
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    let weight = 0;
    for (const waiting of this.#waiting) {
      const { item, owner } = waiting;
      if (weight >= maxWeight || (owner !== undefined && this.#busyOwners.has(owner))) {
        left.push(waiting);
        continue;
      }
      if (owner !== undefined) this.#busyOwners.add(owner);
      weight += weightOf(item);
      batch.push(waiting);
    }
    this.#waiting = left;
    return batch;
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#numUnderWay += 1;
    this.#schedule();
    try {
      const resultOf = await this.#options.run(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(resultOf(item));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#numUnderWay -= 1;
      this.#schedule();
    }
  }

  #release(owner: string): void {
    this.#busyOwners.delete(owner);
    this.#schedule();
  }
}
