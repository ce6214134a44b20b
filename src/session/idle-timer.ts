import { IDLE_TIMEOUT_MS, IDLE_WARNING_LEAD_MS } from '#limits.ts';

const TICK_MS = 1000;
/** Activity is sent to the other tabs at most this often. */
const TELL_EVERY_MS = 5000;

export type IdleState = 'active' | 'warning' | 'expired';

/** The dependencies of the timer: a clock, a ticker, and the other tabs. */
interface IdleWorld {
  readonly now: () => number;
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
  #lastActivity: number;
  #lastTold = 0;
  #stopTicking: (() => void) | undefined;

  constructor(world: IdleWorld, onState: (state: IdleState) => void) {
    this.#world = world;
    this.#onState = onState;
    this.#lastActivity = world.now();
  }

  start(): void {
    this.stop();
    this.#state = 'active';
    this.#lastActivity = this.#world.now();
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
    this.#lastActivity = this.#world.now();
    if (this.#lastActivity - this.#lastTold >= TELL_EVERY_MS) {
      this.#lastTold = this.#lastActivity;
      this.#world.tellOthers(this.#lastActivity);
    }
    return true;
  }

  /**
   * Call when the applicant is active in another tab, or chooses there to stay.
   *
   * @param at milliseconds since 1970
   */
  activeElsewhere(at: number): void {
    if (this.#state === 'expired' || at <= this.#lastActivity) return;
    this.#lastActivity = at;
    this.check();
  }

  /** Call when the applicant chooses to stay. */
  stay(): void {
    if (this.#state === 'expired') return;
    this.#lastActivity = this.#world.now();
    this.#lastTold = this.#lastActivity;
    this.#world.tellOthers(this.#lastActivity);
    this.check();
  }

  /** Called only after a pause: reading storage at each letter would be slow. */
  #hearOthers(now: number): void {
    const told = this.#world.toldByOthers();
    // Ignore a time in the future: the clock has been set back since.
    if (told <= now) this.#lastActivity = Math.max(this.#lastActivity, told);
  }

  /** Updates the state now. Called by the ticker, and when a tab wakes, before it shows anything. */
  check(): IdleState {
    if (this.#stopTicking === undefined) return this.#state;
    const now = this.#world.now();
    if (now - this.#lastActivity >= TELL_EVERY_MS) this.#hearOthers(now);
    const idle = now - this.#lastActivity;
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
