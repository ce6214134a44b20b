import { describe, expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';
import { LOOK_AGAIN_MS } from './bucket-memory.ts';
import { TooManyRequestsError } from '#server/domain/ground/errors.ts';
import { makeRateLimits, type Limit, type RateLimits } from './rate-limits.ts';

const server = useTestServer();
const QUARTER = 900;
const HOUR = 3600;

function tries() {
  const { database, clock } = server().context;
  return makeRateLimits({ database, clock, factor: 1 });
}

const limit = (kind: string, who: string, most: number, perSeconds = QUARTER): Limit => ({
  kind,
  who,
  most,
  perSeconds,
});

/** Returns how many more attempts a limit accepts. */
async function left(wanted: Limit): Promise<number> {
  let count = 0;
  for (;;) {
    const isTaken = await tries()
      .take(wanted)
      .then(
        () => true,
        () => false,
      );
    if (!isTaken) return count;
    count += 1;
  }
}

test('what one limit refuses is counted by none, whatever their order', async () => {
  const [first, last] = [limit('first', 'a', 5), limit('last', 'a', 5)];
  const full = limit('full', 'a', 1);
  await tries().take(first, full, last);
  for (let n = 0; n < 10; n += 1)
    await expect(tries().take(first, full, last)).rejects.toThrow(TooManyRequestsError);
  expect([await left(first), await left(last)]).toEqual([4, 4]);
});

test('says how long it takes until all limits accept an attempt', async () => {
  const [short, long] = [limit('short', 'b', 1), limit('long', 'b', 1, HOUR)];
  await tries().take(short, long);
  const refused = tries().take(short, long);
  await expect(refused).rejects.toMatchObject({ retryAfterSeconds: HOUR });
});

test('an attempt that is given back frees its place, also after others were refused', async () => {
  const wanted = limit('given-back', 'c', 3);
  for (let n = 0; n < 3; n += 1) await tries().take(wanted);
  for (let n = 0; n < 3; n += 1) await expect(tries().take(wanted)).rejects.toThrow(TooManyRequestsError);
  await tries().giveBack(wanted);
  expect(await left(wanted)).toBe(1);
});

test('a hundred attempts at once do not exceed a limit', { tags: 'slow' }, async () => {
  const [pair, network] = [limit('pair', 'd', 7), limit('network', 'd', 200)];
  const taken = await Promise.allSettled(Array.from({ length: 100 }, () => tries().take(pair, network)));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  expect(await left(network)).toBe(193);
});

test('many callers that take, give back and forget at once do not deadlock', { tags: 'slow' }, async () => {
  const all = [limit('pair', 'e', 200), limit('account', 'e', 200), limit('network', 'e', 200)];
  const visits = Array.from({ length: 6 }, async (_, n) => {
    for (let visit = 0; visit < 30; visit += 1) {
      await tries().take(...all);
      if (n === 0) await tries().clear(...all);
      else await tries().giveBack(...all);
    }
  });
  await expect(Promise.all(visits)).resolves.toHaveLength(6);
});

describe('a full counter', () => {
  const isTaken = (from: RateLimits, wanted: Limit) =>
    from.take(wanted).then(
      () => true,
      () => false,
    );

  test.each<{ how: string; empty: (from: RateLimits, wanted: Limit) => Promise<void> }>([
    { how: 'given back', empty: (from, wanted) => from.giveBack(wanted) },
    { how: 'cleared', empty: (from, wanted) => from.clear(wanted) },
  ])(
    'that is $how accepts an attempt at once, and by another process within seconds',
    async ({ how, empty }) => {
      const [here, elsewhere] = [tries(), tries()];
      const wanted = limit(how, 'f', 1);
      await here.take(wanted);
      expect([await isTaken(here, wanted), await isTaken(elsewhere, wanted)]).toEqual([false, false]);
      await empty(here, wanted);
      expect(await isTaken(elsewhere, wanted)).toBe(false);
      expect(await isTaken(here, wanted)).toBe(true);
      await empty(here, wanted);
      server().clock.advance(LOOK_AGAIN_MS);
      expect(await isTaken(elsewhere, wanted)).toBe(true);
    },
  );

  test('accepts attempts again when its time is over, and says until then how long that takes', async () => {
    const here = tries();
    const wanted = limit('over', 'g', 1);
    await here.take(wanted);
    for (const retryAfterSeconds of [QUARTER, QUARTER - 300, QUARTER - 600]) {
      await expect(here.take(wanted)).rejects.toMatchObject({ retryAfterSeconds });
      server().clock.advance(300_000);
    }
    expect(await isTaken(here, wanted)).toBe(true);
  });
});

test('attempts that are counted in bundles stay within the limit of all processes together', async () => {
  const processes = [tries(), tries()];
  const wanted = { ...limit('bundled', 'h', 60), bundle: 20 };
  const taken = await Promise.allSettled(
    processes.flatMap((one) => Array.from({ length: 45 }, () => one.take(wanted))),
  );
  // One bundle may be left if nobody else asks.
  expect(taken.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(40);
  expect(taken.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(60);
});
