import type { Clock } from '#device/clock.ts';

/** A pause in typing of this length ends a burst. */
const LULL_MS = 400;

/** Detects bursts of typing and the pauses between them, so that the status line does not flicker. */
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

  /** Call at each letter. */
  stir(): void {
    const wasQuiet = this.isQuiet;
    this.#cancel?.();
    this.#cancel = this.#clock.after(LULL_MS, () => {
      this.#cancel = undefined;
      this.#onChange();
    });
    if (wasQuiet) this.#onChange();
  }

  /** Ends the burst now, as when the applicant saves. */
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
