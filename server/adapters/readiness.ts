import type { Clock } from './clock.ts';
import { inTime } from './in-time.ts';

/** `missing`: an optional part is not installed; the rest of the server works without it. */
type PartState = 'ok' | 'down' | 'missing';

/** The check of each part. */
export type Readiness = Readonly<Record<string, () => Promise<PartState>>>;
type States = Readonly<Record<string, PartState>>;

const FRESH_MS = 1000;

/** Returns the state of each part. A part that does not answer in time is down. */
export async function statesOf(readiness: Readiness): Promise<States> {
  const checks = Object.entries(readiness).map(
    async ([part, check]) => [part, await inTime(check(), 'down' as const)] as const,
  );
  return Object.fromEntries(await Promise.all(checks));
}

/**
 * Makes a function that returns the state of each part, checked within the last second: however often it is called, the
 * parts are asked once a second.
 */
export function makeRecentStates(readiness: Readiness, clock: Clock): () => Promise<States> {
  let states: Promise<States> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now().getTime();
    // A clock that was set back must not keep an old state.
    if (states === undefined || Math.abs(now - checkedAt) >= FRESH_MS) {
      checkedAt = now;
      states = statesOf(readiness);
    }
    return states;
  };
}
