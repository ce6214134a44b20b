import { expect, test, vi } from 'vitest';
import { keepTrying, waitAfter } from './retry.ts';

test.each([
  { is: 'server', failures: 1, waitMs: 1000 },
  { is: 'server', failures: 2, waitMs: 2000 },
  { is: 'server', failures: 6, waitMs: 32_000 },
  { is: 'server', failures: 50, waitMs: 40_000 },
  { is: 'offline', failures: 4, waitMs: 8000 },
  { is: 'offline', failures: 50, waitMs: 10_000 },
  { is: 'server', failures: 1, retryAfterMs: 90_000, waitMs: 90_000 },
  { is: 'server', failures: 6, retryAfterMs: 10, waitMs: 32_000 },
] as const)('after failure $failures ($is, told to wait $retryAfterMs ms), it waits $waitMs ms', (row) => {
  const failure = { retryAfterMs: undefined, ...row };
  expect(waitAfter({ ...failure, chance: 0 }, row.failures)).toBe(row.waitMs);
  expect(waitAfter({ ...failure, chance: 1 }, row.failures)).toBe(row.waitMs * 1.5);
});

test('it tries until it succeeds, after longer and longer waits, or until it is ended', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const begun = Date.now();
  const tries: number[] = [];
  keepTrying(async () => tries.push(Date.now() - begun) === 4);
  let others = 0;
  const end = keepTrying(async () => (others += 1) === 0);
  await vi.advanceTimersByTimeAsync(2000);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toEqual([0, 1000, 3000, 7000]);
  expect(others).toBe(2);
  vi.useRealTimers();
});
