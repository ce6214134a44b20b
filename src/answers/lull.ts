import type { Clock } from '#device/clock.ts';

/** How long typing must rest before its end is told. */
const LULL_MS = 400;

/** Tells bursts of typing from the lulls between them, so that what is said of each letter does not flicker. */
export class Lull {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Whether nobody has typed for a while. */
  get isQuiet(): boolean {
    return this.#cancel === undefined;
  }

  /** Somebody types. */
  stir(): void {
    const wasQuiet = this.isQuiet;
    this.#cancel?.();
    this.#cancel = this.#clock.after(LULL_MS, () => {
      this.#cancel = undefined;
      this.#onChange();
    });
    if (wasQuiet) this.#onChange();
  }

  /** Somebody has finished, and says so. */
  end(): void {
    if (this.isQuiet) return;
    this.close();
    this.#cancel = undefined;
    this.#onChange();
  }

  close(): void {
    this.#cancel?.();
  }
}
