import type { Clock } from '#device/clock.ts';
import { onceUnused } from '#ui/at-rest.ts';

/** The operator's sentence to everybody. It outlives the pages that show it, so that one close is enough. */
export class OperatorBanner {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #isWatched = false;
  #text: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The sentence to show; `undefined` if there is none, or if it was closed. */
  readonly text = (): string | undefined => this.#text;

  /** The first subscriber starts the requests, once the page is at rest: they never delay the form. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#isWatched) onceUnused(() => void this.#watch());
    this.#isWatched = true;
    return () => this.#listeners.delete(listener);
  };

  /** Shows another sentence; without one, shows none. */
  readonly say = (text?: string): void => {
    this.#text = text;
    for (const listener of this.#listeners) listener();
  };

  async #watch(): Promise<void> {
    try {
      (await import('#api/banner.ts')).watchBanner(this.#clock, this.say);
    } catch {
      // The code failed to load: the next subscriber tries again.
      this.#isWatched = false;
    }
  }
}
