import type { Clock } from '#device/clock.ts';
import { ServerError, UnauthorizedError } from './errors.ts';
import { isBusy } from './refusals.ts';

/** Nobody watches a spinner for longer. */
const LONGEST_PAUSE_MS = 10_000;

/** Makes a call, and makes it again when a busy server asks for a short pause (Retry-After), twice at most. */
export async function patient<Result>(
  clock: Pick<Clock, 'after'>,
  make: () => Promise<Result>,
  pauses = 2,
): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const pause = isBusy(error) ? error.retryAfterMs : undefined;
    if (pauses === 0 || pause === undefined || pause > LONGEST_PAUSE_MS) throw error;
    await new Promise<void>((resolve) => void clock.after(pause, resolve));
    return patient(clock, make, pauses - 1);
  }
}

/**
 * Makes a call and repeats it at once when the server refuses it. Use it only for calls that may safely run twice.
 * Network errors, 401 and Retry-After are not repeated: the caller decides when to try again.
 */
export async function retried<Result>(times: number, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const isRefused = error instanceof ServerError && error.retryAfterMs === undefined;
    if (times === 0 || !isRefused || error instanceof UnauthorizedError) throw error;
    return retried(times - 1, make);
  }
}
