import { expect, test } from 'vitest';
import { waitAfter } from './retry.ts';

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
