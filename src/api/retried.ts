import { ServerError, UnauthorizedError } from './errors.ts';

/**
 * Makes a call and repeats it at once when the server refuses it, up to `times` times. Use it only for calls that may
 * safely run twice. Network errors, 401 and Retry-After are not repeated: the caller decides when to try again.
 *
 * @throws the error of the last attempt
 */
export async function retried(times: number, make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    const isHelped = error instanceof ServerError && error.retryAfterMs === undefined;
    if (times === 0 || !isHelped || error instanceof UnauthorizedError) throw error;
    await retried(times - 1, make);
  }
}
