import type { Clock } from '#device/clock.ts';
import { ServerError, UnauthorizedError } from './errors.ts';
import { isBusy } from './refusals.ts';

const PAUSES = 2;
/** Nobody watches a spinner for longer. */
const LONGEST_MS = 10_000;

/**
 * Makes a call, and makes it again when a busy server asks for a short pause (Retry-After), twice at most.
 *
 * @throws the error of the last attempt
 */
export function patient<Result>(clock: Pick<Clock, 'after'>, make: () => Promise<Result>): Promise<Result> {
  return again(PAUSES, make, async (error) => {
    const asked = isBusy(error) ? error.retryAfterMs : undefined;
    if (asked === undefined || asked > LONGEST_MS) return false;
    await new Promise<void>((resolve) => void clock.after(asked, resolve));
    return true;
  });
}

/**
 * Makes a call and repeats it at once when the server refuses it, up to `times` times. Use it only for calls that may
 * safely run twice. Network errors, 401 and Retry-After are not repeated: the caller decides when to try again.
 *
 * @throws the error of the last attempt
 */
export function retried<Result>(times: number, make: () => Promise<Result>): Promise<Result> {
  return again(
    times,
    make,
    async (error) =>
      error instanceof ServerError &&
      error.retryAfterMs === undefined &&
      !(error instanceof UnauthorizedError),
  );
}

async function again<Result>(
  times: number,
  make: () => Promise<Result>,
  isHelped: (error: unknown) => Promise<boolean>,
): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (times === 0 || !(await isHelped(error))) throw error;
    return again(times - 1, make, isHelped);
  }
}
