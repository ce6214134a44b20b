import type { Clock } from '#device/clock.ts';
import { ServerError } from './errors.ts';
import { isBusy } from './refusals.ts';

const WAITS = 2;
/** Nobody watches a spinner for longer. */
const LONGEST_MS = 10_000;

/**
 * Makes a call, and makes it again when a busy server asks for a short pause (Retry-After), twice at most.
 *
 * @throws the error of the last attempt
 */
export async function patient<Result>(
  clock: Pick<Clock, 'after'>,
  make: () => Promise<Result>,
  waits = WAITS,
): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const asked = error instanceof ServerError && isBusy(error) ? error.retryAfterMs : undefined;
    if (waits === 0 || asked === undefined || asked > LONGEST_MS) throw error;
    await new Promise<void>((resolve) => void clock.after(asked, resolve));
    return patient(clock, make, waits - 1);
  }
}
