import { IDLE_TIMEOUT_MS, IDLE_WARNING_LEAD_MS } from '#limits.ts';
import { Stopwatch } from './stopwatch.ts';

const TICK_MS = 1000;
/** Activity is sent to the other tabs at most this often. */
const TELL_EVERY_MS = 5000;

export type IdleState = 'active' | 'warning' | 'expired';

/** The dependencies of the timer: a clock, a ticker, and the other tabs. */
interface IdleWorld {
  readonly now: () => number;
  readonly elapsed: () => number;
  /** Calls back about every `everyMs`; returns a function that stops it. */
  readonly every: (everyMs: number, tick: () => void) => () => void;
  readonly tellOthers: (lastActivity: number) => void;
  /** The last activity stored by another tab, for a tab that was frozen and missed messages; 0 when unknown. */
  readonly toldByOthers: () => number;
}

/**
 * Detects 15 idle minutes across all tabs of one browser. Activity does not end the warning: the applicant must
 * choose to stay. Compares times instead of counting ticks, so that a tab that slept is right at once.
 *
 * @see specification §4, Session
 */
export class IdleTimer {
  readonly #world: IdleWorld;
  readonly #onState: (state: IdleState) => void;
  #state: IdleState = 'active';
  readonly #sinceActivity: Stopwatch;
  #sinceTold: Stopwatch | undefined;
  #stopTicking: (() => void) | undefined;

  constructor(world: IdleWorld, onState: (state: IdleState) => void) {
    this.#world = world;
    this.#onState = onState;
    this.#sinceActivity = new Stopwatch(world);
  }

  start(): void {
    this.stop();
    this.#state = 'active';
    this.#sinceActivity.restart();
    this.#stopTicking = this.#world.every(TICK_MS, () => this.check());
  }

  stop(): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  /**
   * Call when the applicant does something.
   *
   * @returns whether it counts: not while the warning is shown
   */
  active(): boolean {
    if (this.check() !== 'active') return false;
    this.#sinceActivity.restart();
    if ((this.#sinceTold?.ms ?? TELL_EVERY_MS) >= TELL_EVERY_MS) this.#tellOthers();
    return true;
  }

  /**
   * Call when the applicant is active in another tab, or chooses there to stay.
   *
   * @param at milliseconds since 1970
   */
  activeElsewhere(at: number): void {
    if (this.#state === 'expired') return;
    this.#notice(at);
    this.check();
  }

  /** Call when the applicant chooses to stay. */
  stay(): void {
    if (this.#state === 'expired') return;
    this.#sinceActivity.restart();
    this.#tellOthers();
    this.check();
  }

  #tellOthers(): void {
    this.#sinceTold = new Stopwatch(this.#world);
    this.#world.tellOthers(this.#world.now());
  }

  /** Ignores a time in the future: the clock has been set back since. */
  #notice(at: number): void {
    const agoMs = this.#world.now() - at;
    if (agoMs >= 0 && agoMs < this.#sinceActivity.ms) this.#sinceActivity.restart(agoMs);
  }

  /** Updates the state now. Called by the ticker, and when a tab wakes, before it shows anything. */
  check(): IdleState {
    if (this.#stopTicking === undefined) return this.#state;
    // Only after a pause: reading storage at each letter would be slow.
    if (this.#sinceActivity.ms >= TELL_EVERY_MS) this.#notice(this.#world.toldByOthers());
    const idle = this.#sinceActivity.ms;
    const next: IdleState =
      idle >= IDLE_TIMEOUT_MS
        ? 'expired'
        : idle >= IDLE_TIMEOUT_MS - IDLE_WARNING_LEAD_MS
          ? 'warning'
          : 'active';
    if (next !== this.#state) {
      this.#state = next;
      if (next === 'expired') this.stop();
      this.#onState(next);
    }
    return next;
  }
}
