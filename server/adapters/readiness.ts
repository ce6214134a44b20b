import { inTime } from './in-time.ts';

/** `missing`: an optional part that is not installed; the rest of the server works without it. */
export type PartState = 'ok' | 'down' | 'missing';

/** How to ask each part. */
export type Readiness = Readonly<Record<string, () => Promise<PartState>>>;

/** How each part is; one that is silent for too long is down. */
export async function statesOf(readiness: Readiness): Promise<Record<string, PartState>> {
  const checks = Object.entries(readiness).map(
    async ([part, check]) => [part, await inTime(check(), 'down' as const)] as const,
  );
  return Object.fromEntries(await Promise.all(checks));
}
