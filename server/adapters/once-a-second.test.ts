import { expect, test } from 'vitest';
import { SettableClock } from '#server/testing/settable-clock.ts';
import { onceASecond } from './once-a-second.ts';

test('however many ask, the value is found once a second, also after the clock was set back', async () => {
  const clock = new SettableClock(new Date('2026-09-01T15:00:00Z'));
  let numFound = 0;
  const find = onceASecond(async () => {
    numFound += 1;
    return numFound;
  }, clock);
  for (const { afterMs, found } of [
    { afterMs: 0, found: 1 },
    { afterMs: 999, found: 1 },
    { afterMs: 1, found: 2 },
    { afterMs: 1000, found: 3 },
    { afterMs: -3_600_000, found: 4 },
  ]) {
    clock.advance(afterMs);
    expect(await Promise.all(Array.from({ length: 50 }, find))).toEqual(Array(50).fill(found));
  }
});
