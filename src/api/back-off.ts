import { ServerError } from './errors.ts';

const LONGEST_WAIT_MS = 30_000;

/**
 * Returns how long to wait before the next request: `firstMs`, doubled at each failure, but at least as long as the
 * server asks.
 *
 * @param failures failures in a row, this one included
 * @param firstMs the wait after the first failure
 * @returns milliseconds
 */
export function backOff(error: unknown, failures: number, firstMs: number): number {
  const asked = error instanceof ServerError ? error.retryAfterMs : undefined;
  return Math.max(asked ?? 0, Math.min(LONGEST_WAIT_MS, firstMs * 2 ** (failures - 1)));
}
