import { setTimeout as sleep } from 'node:timers/promises';

/** Health checks and scrapers give up after a few seconds, so we answer within three. */
const IN_TIME_MS = 3000;

/** Returns the result of `work`, or `late` if it takes too long for a health check. `work` continues anyway. */
export async function inTime<T, L>(work: Promise<T>, late: L): Promise<T | L> {
  return Promise.race([work, sleep(IN_TIME_MS, late, { ref: false })]);
}
