import type { Clock } from '#server/adapters/clock.ts';

/** A clock that changes only when a test sets it. */
export class SettableClock implements Clock {
  #now: Date;

  constructor(start: Date) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }
}
