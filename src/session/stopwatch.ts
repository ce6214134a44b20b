import type { Clock } from '#device/clock.ts';

/**
 * Measures how long ago something was, by two clocks: the device's may be set back, and the page's may stop while the
 * device sleeps. The longer time counts.
 */
export class Stopwatch {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  #startedAt = 0;
  #elapsedAt = 0;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
    this.restart();
  }

  /** Milliseconds since the start. */
  get ms(): number {
    const { now, elapsed } = this.#clock;
    return Math.max(now() - this.#startedAt, elapsed() - this.#elapsedAt);
  }

  /** @param agoMs how long ago the start was */
  restart(agoMs = 0): void {
    this.#startedAt = this.#clock.now() - agoMs;
    this.#elapsedAt = this.#clock.elapsed() - agoMs;
  }
}
