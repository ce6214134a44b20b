import { doubled } from '#device/back-off.ts';
import { ServerError } from './errors.ts';

const LONGEST_WAIT_MS = 30_000;

/**
 * Returns how long to wait before the next request: `firstMs`, doubled at each further failure, but at least as long
 * as the server asks. Up to half of it is added at random, so that a thousand applicants do not return in the same
 * second.
 *
 * @param failures failures in a row, this one included
 * @param firstMs the wait after the first failure
 * @param longestMs the wait after many failures, before the random part
 * @returns milliseconds
 */
export function backOff(
  error: unknown,
  failures: number,
  firstMs: number,
  longestMs: number = LONGEST_WAIT_MS,
): number {
  const asked = error instanceof ServerError ? error.retryAfterMs : undefined;
  return Math.max(asked ?? 0, doubled(failures, firstMs, longestMs)) * (1 + Math.random() / 2);
}
