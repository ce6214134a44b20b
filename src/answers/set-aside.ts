import { NetworkError, ServerError } from '#api/errors.ts';
import type { Clock } from '#device/clock.ts';
import type { Stamp } from '#device/stamp.ts';
import type { WaitingOperation } from './draft.ts';
import { retryWait } from './retry-times.ts';

interface Aside {
  readonly stamp: Stamp;
  /** Failures in a row of the calls of this place, whichever replaced which. */
  readonly failures: number;
  /** When to try again, by the clock's `elapsed`. */
  readonly at: number;
  /** The server asked for no such call before `at` (Retry-After). */
  readonly isAsked: boolean;
  /** Whether the applicant has been told. */
  readonly isSaid: boolean;
}

/** The calls that fail while others may succeed. Each waits for its own next try, and holds nothing else back. */
export class SetAside {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #calls = new Map<string, Aside>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Whether the call waits for its next try. One that has replaced a failed call does not. */
  has(waiting: WaitingOperation): boolean {
    const aside = this.#of(waiting);
    return aside !== undefined && aside.at > this.#clock.elapsed();
  }

  /**
   * Notes a failure.
   *
   * @returns whether the call is set aside. A lost connection counts at its second time: at the first, it is probably
   * the network's fault and not the call's.
   */
  add(waiting: WaitingOperation, error: unknown): boolean {
    const known = this.#calls.get(waiting.name);
    const failures = (known?.failures ?? 0) + 1;
    const isAside = !(error instanceof NetworkError) || failures > 1;
    this.#calls.set(waiting.name, {
      stamp: waiting.stamp,
      failures,
      at: isAside ? this.#clock.elapsed() + retryWait(error, failures) : Number.NEGATIVE_INFINITY,
      isAsked: error instanceof ServerError && error.retryAfterMs !== undefined,
      isSaid: this.isSaid(waiting),
    });
    return isAside;
  }

  isSaid(waiting: WaitingOperation): boolean {
    return this.#of(waiting)?.isSaid === true;
  }

  said(waiting: WaitingOperation): void {
    const aside = this.#of(waiting);
    if (aside !== undefined) this.#calls.set(waiting.name, { ...aside, isSaid: true });
  }

  /** Call when the call is done or refused. */
  delete({ name }: WaitingOperation): void {
    this.#calls.delete(name);
  }

  /** Returns when the first of these calls is tried again; `undefined` if none is set aside. */
  nextAt(waiting: readonly WaitingOperation[]): number | undefined {
    const times = waiting.filter((one) => this.has(one)).map((one) => this.#of(one)?.at ?? 0);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Makes all calls due, but those for which the server asked for a later time. */
  hasten(): void {
    for (const [name, aside] of this.#calls)
      if (!aside.isAsked) this.#calls.set(name, { ...aside, at: Number.NEGATIVE_INFINITY });
  }

  clear(): void {
    this.#calls.clear();
  }

  #of({ name, stamp }: WaitingOperation): Aside | undefined {
    const aside = this.#calls.get(name);
    return aside?.stamp === stamp ? aside : undefined;
  }
}
