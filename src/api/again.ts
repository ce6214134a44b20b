import type { Clock } from '#device/clock.ts';
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
