import type { Clock } from '#device/clock.ts';
import { onceSettled } from '#ui/at-rest.ts';

/** The operator's sentence to everybody. It outlives the pages that show it, so that it is told once and closed once. */
export class OperatorBanner {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #isWatched = false;
  #text: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is to be said; `undefined` for nothing, and for what has been closed. */
  readonly text = (): string | undefined => this.#text;

  /** It is asked for once somebody would see it and the page rests: it never holds up the form. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#isWatched) onceSettled(() => void this.#watch());
    this.#isWatched = true;
    return () => this.#listeners.delete(listener);
  };

  /** Says something else; nothing, where it has been closed. */
  readonly say = (text?: string): void => {
    this.#text = text;
    for (const listener of this.#listeners) listener();
  };

  async #watch(): Promise<void> {
    try {
      (await import('#api/banner.ts')).watchBanner(this.#clock, this.say);
    } catch {
      // A part that does not come is asked for again by the next page.
      this.#isWatched = false;
    }
  }
}
