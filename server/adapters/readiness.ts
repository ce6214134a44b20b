import { inTime } from './in-time.ts';

/** `missing`: an optional part is not installed; the rest of the server works without it. */
type PartState = 'ok' | 'down' | 'missing';

/** The check of each part. */
export type Readiness = Readonly<Record<string, () => Promise<PartState>>>;

/** Returns the state of each part. A part that does not answer in time is down. */
export async function statesOf(readiness: Readiness): Promise<Record<string, PartState>> {
  const checks = Object.entries(readiness).map(
    async ([part, check]) => [part, await inTime(check(), 'down' as const)] as const,
  );
  return Object.fromEntries(await Promise.all(checks));
}
