import { BusyError } from './errors.ts';

interface LanesOptions {
  readonly atOnce: number;
  /** Work beyond this is refused. */
  readonly mostWaiting: number;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits how much work of each owner runs at once. The rest waits in order, and uses only memory. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  /** @throws {BusyError} when too much of the owner's work waits already */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(owner) ?? { running: 0, waiting: [] };
    this.#lanes.set(owner, lane);
    await this.#enter(lane);
    try {
      return await work();
    } finally {
      this.#leave(owner, lane);
    }
  }

  async #enter(lane: Lane): Promise<void> {
    const { atOnce, mostWaiting } = this.#options;
    if (lane.running < atOnce) {
      lane.running += 1;
      return;
    }
    if (lane.waiting.length >= mostWaiting) throw new BusyError();
    await new Promise<void>((resolve) => lane.waiting.push(resolve));
  }

  /** Passes this place on to the next waiting work, or frees it. */
  #leave(owner: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) {
      next();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(owner);
  }
}
