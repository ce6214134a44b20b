import type { Clock } from './clock.ts';

const FRESH_MS = 1000;

/** Makes a function that returns what was found within the last second: however often it is called, `find` runs once. */
export function onceASecond<T>(find: () => Promise<T>, clock: Clock): () => Promise<T> {
  let found: Promise<T> | undefined;
  let foundAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now().getTime();
    // If the clock was set back, an old value must not stay.
    if (found === undefined || Math.abs(now - foundAt) >= FRESH_MS) {
      foundAt = now;
      found = find();
    }
    return found;
  };
}
