import { inTime } from './in-time.ts';

/** `missing`: an optional part is not installed; the rest of the server works without it. */
type PartState = 'ok' | 'down' | 'missing';

/** The check of each part. */
export type Readiness = Readonly<Record<string, () => Promise<PartState>>>;
type States = Readonly<Record<string, PartState>>;

/** Returns the state of each part. A part that does not answer in time is down. */
export async function statesOf(readiness: Readiness): Promise<States> {
  const checks = Object.entries(readiness).map(
    async ([part, check]) => [part, await inTime(check(), 'down' as const)] as const,
  );
  return Object.fromEntries(await Promise.all(checks));
}
