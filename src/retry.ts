// When the client tries failed calls, saves and uploads again, and how often.

/** What a failure tells about the wait before the next attempt. */
export interface AskedWait {
  /** How long the server asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** A number from 0 to 1 that spreads the retries of many applicants. */
  readonly chance: number;
}

/** In the clock's `elapsed`. */
export const NEVER = Number.POSITIVE_INFINITY;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 40_000;
/** Shorter: an offline request costs nothing, and the browser may not report that it is online again. */
const LONGEST_OFFLINE_MS = 10_000;

/**
 * Returns how long to wait before the next attempt: a second, doubled at each further failure, but at least as long as
 * the server asks. Up to half of it is added, so that a thousand applicants do not return in the same second.
 *
 * @param failures failures in a row, this one included
 * @returns milliseconds
 */
export function waitAfter(
  { is, retryAfterMs = 0, chance }: AskedWait & { readonly is: string },
  failures: number,
): number {
  const longest = is === 'offline' ? LONGEST_OFFLINE_MS : LONGEST_WAIT_MS;
  const doubled = Math.min(longest, FIRST_WAIT_MS * 2 ** (failures - 1));
  return Math.max(retryAfterMs, doubled) * (1 + chance / 2);
}

/**
 * Tries until it succeeds.
 *
 * @param attempt resolves to whether it has succeeded
 * @returns a function that ends it
 */
export function keepTrying(attempt: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  async function tryAgain(failures: number): Promise<void> {
    if ((await attempt()) || isEnded) return;
    const wait = waitAfter({ is: 'offline', chance: Math.random() }, failures + 1);
    timer = setTimeout(() => void tryAgain(failures + 1), wait);
  }
  void tryAgain(0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
