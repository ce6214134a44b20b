/** Well below the server's idle limit, and rare enough to cost nothing. */
const CALL_EVERY_MS = 5 * 60_000;

/**
 * Calls the server while the applicant only reads or scrolls. The server ends a session after 15 minutes without a
 * call, which must not happen to an active applicant.
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

  /** Call after a login, which itself was a call. */
  start(): void {
    this.#calledAt = this.#now();
  }

  /**
   * Call when the applicant is active.
   *
   * @param isChosen whether the applicant chose to stay: calls the server at once
   */
  active(isChosen = false): void {
    const now = this.#now();
    if (!isChosen && now - this.#calledAt < CALL_EVERY_MS) return;
    this.#calledAt = now;
    void this.#call();
  }
}
