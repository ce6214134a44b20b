import { backOff } from '#api/back-off.ts';
import { NetworkError, ServerError } from '#api/errors.ts';
import type { Clock } from '#device/clock.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 40_000;
/** Shorter: a request without a network costs nothing, and the browser may not report being online again. */
const LONGEST_OFFLINE_MS = 10_000;

/** Returns how long to wait after failures in a row, the last with this error; milliseconds. */
export function retryWait(error: unknown, failures: number): number {
  const longest = error instanceof NetworkError ? LONGEST_OFFLINE_MS : LONGEST_RETRY_MS;
  return backOff(error, failures, FIRST_RETRY_MS, longest);
}

/** When everything may be sent again, after the server failed or asked for a pause. */
export class RetryTimes {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #failures = 0;
  /** The server asked for no requests until then (Retry-After). */
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  get isHeldBack(): boolean {
    return this.#clock.elapsed() < this.#notBefore;
  }

  /** @returns when to try again, by the clock's `elapsed` */
  failed(error: unknown): number {
    this.#failures += 1;
    const at = this.#clock.elapsed() + retryWait(error, this.#failures);
    if (error instanceof ServerError && error.retryAfterMs !== undefined) this.#notBefore = at;
    return at;
  }

  /** Call after a write: a successful read does not prove that writes work. */
  succeeded(): void {
    this.#failures = 0;
  }

  clear(): void {
    this.#failures = 0;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }
}
