import type { Clock } from '#device/clock.ts';
import { lastActivity } from '#device/last-activity.ts';
import { IdleTimer, type IdleState } from './idle-timer.ts';
import { KeepAlive } from './keep-alive.ts';

/** Whether somebody who is logged in is still at work: judged over all tabs, and told to the server. */
export class Presence {
  readonly #idleTimer: IdleTimer;
  readonly #keepAlive: KeepAlive;
  #isHere = false;

  /**
   * @param tellOthers hears of activity, for the other tabs
   * @param call lets the server know
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
        every: clock.every,
        tellOthers(at) {
          lastActivity.keep(at);
          tellOthers(at);
        },
        toldByOthers: lastActivity.read,
      },
      onState,
    );
    this.#keepAlive = new KeepAlive(clock.now, call);
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

  /** The applicant did something. */
  active(): void {
    if (this.#isHere && this.#idleTimer.active()) this.#keepAlive.active();
  }

  activeElsewhere(at: number): void {
    this.#idleTimer.activeElsewhere(at);
  }

  /** The applicant chose to stay. */
  stay(): void {
    this.#idleTimer.stay();
    this.#keepAlive.active(true);
  }

  /** To be asked when a tab wakes, before it shows anything. */
  check(): void {
    this.#idleTimer.check();
  }
}
