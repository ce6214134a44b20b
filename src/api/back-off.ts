import { ServerError } from './errors.ts';

const LONGEST_WAIT_MS = 30_000;

/**
 * How long to leave a server in peace that could not be asked: as long as it asks for, and twice as long each time.
 *
 * @param failures times in a row, this one included
 * @param firstMs after the first of them
 */
export function backOff(error: unknown, failures: number, firstMs: number): number {
  const asked = error instanceof ServerError ? error.retryAfterMs : undefined;
  return Math.max(asked ?? 0, Math.min(LONGEST_WAIT_MS, firstMs * 2 ** (failures - 1)));
}
