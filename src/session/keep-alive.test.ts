import { expect, test } from 'vitest';
import { KeepAlive } from './keep-alive.ts';

const MINUTE = 60_000;

test('calls every five minutes of activity, at once when somebody chose to stay, and never by itself', () => {
  let now = 0;
  const calls: number[] = [];
  const keepAlive = new KeepAlive(
    { now: () => now, elapsed: () => now },
    async () => void calls.push(now / MINUTE),
  );
  keepAlive.start();
  for (const minute of [1, 4.9, 5, 6, 10, 30]) {
    now = minute * MINUTE;
    keepAlive.active();
  }
  now = 31 * MINUTE;
  keepAlive.active(true);
  expect(calls).toEqual([5, 10, 30, 31]);
});

test('a clock set back does not silence it', () => {
  let [now, elapsed] = [0, 0];
  let calls = 0;
  const keepAlive = new KeepAlive({ now: () => now, elapsed: () => elapsed }, async () => void (calls += 1));
  now -= 24 * 60 * MINUTE;
  elapsed += 5 * MINUTE;
  keepAlive.active();
  expect(calls).toBe(1);
});
