import { randomId } from './random-id.ts';
const COUNTER_DIGITS = 10;
const RADIX = 36;
const TAB_CHARS = 8;

/** A change's place in the order of all changes on this device; compared as text, the greater is the later. */
export type Stamp = string;

/**
 * Gives out stamps. They follow the time, so that of two tabs the later is later, but never go back when the
 * clock does: each is greater than every one seen. A tab's own mark at the end keeps two from being the same.
 */
export class Stamper {
  /** This tab, among those of the same browser. */
  readonly tab: string;
  readonly #now: () => number;
  #counter = 0;

  constructor(now: () => number, tab: string = randomId().slice(0, TAB_CHARS)) {
    this.#now = now;
    this.tab = tab;
  }

  /** A stamp later than every one given out or seen. */
  next(): Stamp {
    this.#counter = Math.max(this.#counter + 1, Math.floor(this.#now()));
    return `${this.#counter.toString(RADIX).padStart(COUNTER_DIGITS, '0')}.${this.tab}`;
  }

  /** A stamp later than this one, and earlier than whatever somebody does from now on. */
  justAfter(stamp: Stamp): Stamp {
    return `${stamp}.${this.tab}`;
  }

  /** Takes note of a stamp from elsewhere. */
  observe(stamp: Stamp): void {
    const counter = Number.parseInt(stamp.slice(0, COUNTER_DIGITS), RADIX);
    if (Number.isSafeInteger(counter)) this.#counter = Math.max(this.#counter, counter);
  }
}
