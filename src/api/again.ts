import type { Clock } from '#device/clock.ts';
import { waitAfter, type AskedWait } from '#retry.ts';
import { ServerError } from './errors.ts';
import { isBusy } from './refusals.ts';

/** How long, and how often, an applicant may be left to watch a spinner. */
const LONGEST_PAUSE_MS = 10_000;
const PAUSES = 2;

/** Makes a call, and makes it again when a busy server asks for a short pause (Retry-After). */
export async function patient<Result>(
  clock: Pick<Clock, 'after'>,
  make: () => Promise<Result>,
  failures = 0,
): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const retryAfterMs = isBusy(error) ? error.retryAfterMs : undefined;
    if (failures === PAUSES || retryAfterMs === undefined || retryAfterMs > LONGEST_PAUSE_MS) throw error;
    const pause = waitAfter({ is: 'server', retryAfterMs, chance: Math.random() }, failures + 1);
    await new Promise<void>((resolve) => void clock.after(pause, resolve));
    return patient(clock, make, failures + 1);
  }
}

/** What an error tells about the wait before the next attempt. */
export function waitAskedBy(error: unknown): AskedWait {
  const retryAfterMs = error instanceof ServerError ? error.retryAfterMs : undefined;
  return { retryAfterMs, chance: Math.random() };
}
