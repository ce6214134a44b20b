import { expect, test } from 'vitest';
import { SettableClock } from './clock.ts';
import { makeRecentStates, statesOf } from './readiness.ts';

test('a part that never answers is down, in time, and hides no other', async () => {
  const silence = new Promise<'ok'>(() => undefined);
  const states = await statesOf({ database: () => silence, storage: async () => 'ok' });
  expect(states).toEqual({ database: 'down', storage: 'ok' });
});

test('parts are asked once a second, however often and by however many', async () => {
  const clock = new SettableClock(new Date('2026-09-01T15:00:00Z'));
  let numAsked = 0;
  const recentStates = makeRecentStates(
    {
      database: async () => {
        numAsked += 1;
        return numAsked === 2 ? 'down' : 'ok';
      },
    },
    clock,
  );
  const ask = () => Promise.all(Array.from({ length: 50 }, recentStates));
  const expected = [
    { afterMs: 0, asked: 1, database: 'ok' },
    { afterMs: 999, asked: 1, database: 'ok' },
    { afterMs: 1, asked: 2, database: 'down' },
    { afterMs: 1000, asked: 3, database: 'ok' },
    { afterMs: -3_600_000, asked: 4, database: 'ok' },
  ];
  for (const { afterMs, asked, database } of expected) {
    clock.advance(afterMs);
    expect(new Set((await ask()).map((states) => states['database']))).toEqual(new Set([database]));
    expect(numAsked).toBe(asked);
  }
});
