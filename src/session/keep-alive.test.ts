import { expect, test } from 'vitest';
import { KeepAlive } from './keep-alive.ts';

const MINUTE = 60_000;

test('calls every five minutes of activity, at once when somebody chose to stay, and never by itself', () => {
  let now = 0;
  const calls: number[] = [];
  const keepAlive = new KeepAlive(
    () => now,
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
