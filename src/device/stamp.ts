const COUNTER_DIGITS = 10;
const RADIX = 36;
const TAB_CHARS = 8;

/** A change's place in the order of all changes on this device; compared as text, the greater is the later. */
export type Stamp = string;

/**
 * Gives out stamps. They count instead of telling the time, so that a clock set wrong changes no order; a tab's
 * own mark at the end keeps two tabs from giving out the same.
 */
export class Stamper {
  /** This tab, among those of the same browser. */
  readonly tab: string;
  #counter = 0;

  constructor(tab: string = randomTab()) {
    this.tab = tab;
  }

  /** A stamp later than every one given out or seen. */
  next(): Stamp {
    this.#counter += 1;
    return `${this.#counter.toString(RADIX).padStart(COUNTER_DIGITS, '0')}.${this.tab}`;
  }

  /** Takes note of a stamp from elsewhere. */
  observe(stamp: Stamp): void {
    const counter = Number.parseInt(stamp.slice(0, COUNTER_DIGITS), RADIX);
    if (Number.isSafeInteger(counter)) this.#counter = Math.max(this.#counter, counter);
  }
}

function randomTab(): string {
  return crypto.randomUUID().slice(0, TAB_CHARS);
}
