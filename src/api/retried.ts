import { ServerError, UnauthorizedError } from './errors.ts';

/**
 * Makes a call that the server refuses again at once, a few times; for one that changes nothing the second time. Where
 * nobody was reached, nobody is logged in, or the server asks for a pause, it is for the caller to try again later.
 *
 * @throws what the last try has thrown
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
