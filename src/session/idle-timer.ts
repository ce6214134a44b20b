import { IDLE_TIMEOUT_MS, IDLE_WARNING_LEAD_MS } from '#limits.ts';

const TICK_MS = 1000;
/** How often activity is told to the other tabs at most. */
const TELL_EVERY_MS = 5000;

export type IdleState = 'active' | 'warning' | 'expired';

/** What the timer needs of the world: a clock, a ticker, and the other tabs. */
export interface IdleWorld {
  readonly now: () => number;
  /** Calls back about every `everyMs`; returns what ends it. */
  readonly every: (everyMs: number, tick: () => void) => () => void;
  readonly tellOthers: (lastActivity: number) => void;
  /** What another tab told last, for one that was frozen and has heard nothing yet; 0 for nothing. */
  readonly toldByOthers: () => number;
}

/**
 * Watches for 15 idle minutes, over all tabs of one browser. Activity during the warning does not end it: that
 * takes a decision. Judged by the clock and not by counting ticks, so that a tab which slept knows at once.
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

  /** The applicant did something. Returns whether that counts: not while the warning is up. */
  active(): boolean {
    if (this.check() !== 'active') return false;
    this.#lastActivity = this.#world.now();
    if (this.#lastActivity - this.#lastTold >= TELL_EVERY_MS) {
      this.#lastTold = this.#lastActivity;
      this.#world.tellOthers(this.#lastActivity);
    }
    return true;
  }

  /** The applicant did something in another tab, or chose there to stay. */
  activeElsewhere(at: number): void {
    if (this.#state === 'expired' || at <= this.#lastActivity) return;
    this.#lastActivity = at;
    this.check();
  }

  /** The applicant chose to stay. */
  stay(): void {
    if (this.#state === 'expired') return;
    this.#lastActivity = this.#world.now();
    this.#lastTold = this.#lastActivity;
    this.#world.tellOthers(this.#lastActivity);
    this.check();
  }

  /** Read at rest alone: at each letter it would cost more than all else here. */
  #hearOthers(now: number): void {
    const told = this.#world.toldByOthers();
    // One of a clock that has been set back since says nothing.
    if (told <= now) this.#lastActivity = Math.max(this.#lastActivity, told);
  }

  /** Judges now; called by the ticker and when a tab wakes, before it shows anything. */
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
