import type { Clock } from '#device/clock.ts';
import { lastActivity } from '#device/last-activity.ts';
import { IdleTimer, type IdleState } from './idle-timer.ts';
import { KeepAlive } from './keep-alive.ts';

/** Watches whether a logged-in applicant is active in any tab, and keeps the session on the server alive. */
export class Presence {
  readonly #idleTimer: IdleTimer;
  readonly #keepAlive: KeepAlive;
  #isHere = false;

  /**
   * @param tellOthers sends the time of activity to the other tabs
   * @param call makes a call to the server, to keep the session alive
   */
  constructor(
    clock: Clock,
    tellOthers: (at: number) => void,
    onState: (state: IdleState) => void,
    call: () => Promise<void>,
  ) {
    this.#idleTimer = new IdleTimer(
      {
        now: clock.now,
        elapsed: clock.elapsed,
        every: clock.every,
        tellOthers(at) {
          lastActivity.keep(at);
          tellOthers(at);
        },
        toldByOthers: lastActivity.read,
      },
      onState,
    );
    this.#keepAlive = new KeepAlive(clock, call);
  }

  start(): void {
    this.#isHere = true;
    this.#idleTimer.start();
    this.#keepAlive.start();
  }

  stop(): void {
    this.#isHere = false;
    this.#idleTimer.stop();
    lastActivity.forget();
  }

  /** Call when the applicant does something. */
  active(): void {
    if (this.#isHere && this.#idleTimer.active()) this.#keepAlive.active();
  }

  activeElsewhere(at: number): void {
    this.#idleTimer.activeElsewhere(at);
  }

  /** Call when the applicant chooses to stay. */
  stay(): void {
    this.#idleTimer.stay();
    this.#keepAlive.active(true);
  }

  /** Call when a tab wakes, before it shows anything. */
  check(): void {
    this.#idleTimer.check();
  }
}
