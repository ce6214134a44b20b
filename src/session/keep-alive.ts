/** Far enough from the server's own idle limit, rare enough to cost nothing. */
const CALL_EVERY_MS = 5 * 60_000;

/**
 * Lets the server know that somebody is at work who only reads or scrolls: its session ends after 15 minutes
 * without a call, and must not do so under somebody who is not idle.
 */
export class KeepAlive {
  readonly #now: () => number;
  readonly #call: () => Promise<void>;
  #calledAt: number;

  constructor(now: () => number, call: () => Promise<void>) {
    this.#now = now;
    this.#call = call;
    this.#calledAt = now();
  }

  /** Somebody has just come: their login was a call. */
  start(): void {
    this.#calledAt = this.#now();
  }

  /** Somebody did something; `isChosen` when they asked to stay. */
  active(isChosen = false): void {
    const now = this.#now();
    if (!isChosen && now - this.#calledAt < CALL_EVERY_MS) return;
    this.#calledAt = now;
    void this.#call();
  }
}
