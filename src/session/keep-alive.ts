import type { Clock } from '#device/clock.ts';
import { Stopwatch } from './stopwatch.ts';

/** Well below the server's idle limit, and rare enough to cost nothing. */
const CALL_EVERY_MS = 5 * 60_000;

/**
 * Calls the server while the applicant only reads or scrolls. The server ends a session after 15 minutes without a
 * call, which must not happen to an active applicant.
 */
export class KeepAlive {
  readonly #sinceCall: Stopwatch;
  readonly #call: () => Promise<void>;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>, call: () => Promise<void>) {
    this.#sinceCall = new Stopwatch(clock);
    this.#call = call;
  }

  /** Call after a login, which itself was a call. */
  start(): void {
    this.#sinceCall.restart();
  }

  /**
   * Call when the applicant is active.
   *
   * @param isChosen whether the applicant chose to stay: calls the server at once
   */
  active(isChosen = false): void {
    if (!isChosen && this.#sinceCall.ms < CALL_EVERY_MS) return;
    this.#sinceCall.restart();
    void this.#call();
  }
}
