const AT_ONCE = 2;

interface BatchesOptions<Item, Result> {
  /**
   * Processes all items together and returns a function that gives each item its result. A result may be a promise:
   * a slow one then delays only its own caller. An error thrown here reaches every caller of the batch.
   */
  readonly run: (items: readonly Item[]) => Promise<(item: Item) => Result | Promise<Result>>;
  /** How much of `maxWeight` an item uses. */
  readonly weightOf: (item: Item) => number;
  /** A batch of this weight takes no more items. */
  readonly maxWeight: number;
  /** While this many batches run, the next one fills; 2 if absent. So one commit has many items under load. */
  readonly atOnce?: number;
  /** Items of the same owner run one after the other, in order. */
  readonly ownerOf?: (item: Item) => string;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly owner: string | undefined;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects items that many callers add at the same moment and processes them together. */
export class Batches<Item, Result> {
  readonly #options: BatchesOptions<Item, Result>;
  readonly #busyOwners = new Set<string>();
  #waiting: Waiting<Item, Result>[] = [];
  #numUnderWay = 0;
  #isScheduled = false;

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
  }

  /** Resolves with the item's result, or rejects with its error. */
  add(item: Item): Promise<Result> {
    const owner = this.#options.ownerOf?.(item);
    const done = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, owner, resolve, reject });
    });
    this.#schedule();
    return owner === undefined ? done : done.finally(() => this.#release(owner));
  }

  /** Waits until this turn of the event loop ends, so that the batch also gets all items added in it. */
  #schedule(): void {
    if (
      this.#isScheduled ||
      this.#numUnderWay >= (this.#options.atOnce ?? AT_ONCE) ||
      this.#waiting.length === 0
    )
      return;
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
