import { randomId } from './random-id.ts';

const COUNTER_DIGITS = 10;
const RADIX = 36;
const TAB_CHARS = 8;

/** A change's position among all changes on this device. Stamps compare as text; the greater is later. */
export type Stamp = string;

/**
 * Makes stamps. They follow the clock, so that the later of two tabs gets the later stamp, but each is greater than
 * every stamp seen, even if the clock goes back.
 */
export interface Stamps {
  /** Identifies this tab in this browser, and makes its stamps unique. */
  readonly tab: string;
  counter: number;
}

export function newStamps(tab: string = randomId().slice(0, TAB_CHARS)): Stamps {
  return { tab, counter: 0 };
}

/**
 * Returns a stamp later than every one made or observed.
 *
 * @param now milliseconds since 1970
 */
export function nextStamp(stamps: Stamps, now: number): Stamp {
  stamps.counter = Math.max(stamps.counter + 1, Math.floor(now));
  return `${stamps.counter.toString(RADIX).padStart(COUNTER_DIGITS, '0')}.${stamps.tab}`;
}

/** Returns a stamp later than this one, and earlier than every stamp that `nextStamp` makes from now on. */
export function stampJustAfter({ tab }: Stamps, stamp: Stamp): Stamp {
  return `${stamp}.${tab}`;
}

/** Records a stamp from elsewhere: later ones will be greater. */
export function observeStamp(stamps: Stamps, stamp: Stamp): void {
  const counter = Number.parseInt(stamp.slice(0, COUNTER_DIGITS), RADIX);
  if (Number.isSafeInteger(counter)) stamps.counter = Math.max(stamps.counter, counter);
}
