import { randomId } from './random-id.ts';
const COUNTER_DIGITS = 10;
const RADIX = 36;
const TAB_CHARS = 8;

/** A change's position among all changes on this device. Stamps compare as text; the greater is later. */
export type Stamp = string;

/**
 * Makes stamps. They follow the clock, so that the later of two tabs gets the later stamp, but each is greater than
 * every stamp seen, even if the clock goes back. The tab id at the end makes them unique.
 */
export class Stamper {
  /** Identifies this tab in this browser. */
  readonly tab = randomId().slice(0, TAB_CHARS);
  readonly #now: () => number;
  #counter = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns a stamp later than every one made or observed. */
  next(): Stamp {
    this.#counter = Math.max(this.#counter + 1, Math.floor(this.#now()));
    return `${this.#counter.toString(RADIX).padStart(COUNTER_DIGITS, '0')}.${this.tab}`;
  }

  /** Returns a stamp later than this one, and earlier than every stamp `next` makes from now on. */
  justAfter(stamp: Stamp): Stamp {
    return `${stamp}.${this.tab}`;
  }

  /** Records a stamp from elsewhere: later ones will be greater. */
  observe(stamp: Stamp): void {
    const counter = Number.parseInt(stamp.slice(0, COUNTER_DIGITS), RADIX);
    if (Number.isSafeInteger(counter)) this.#counter = Math.max(this.#counter, counter);
  }
}
