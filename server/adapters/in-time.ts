import { setTimeout as sleep } from 'node:timers/promises';

/** Whoever asks how we are has a deadline, too. */
const IN_TIME_MS = 3000;

/** What `work` comes to, or `late` when whoever asks how we are cannot wait for it any longer. It goes on all the same. */
export async function inTime<T, L>(work: Promise<T>, late: L): Promise<T | L> {
  return Promise.race([work, sleep(IN_TIME_MS, late, { ref: false })]);
}
