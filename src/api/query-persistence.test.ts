import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { lock, unlock } from '#device/changes.ts';
import { openedDevice } from '#testing/test-device.ts';
import { stolen } from '#testing/thief.ts';
import { queryKeys } from './queries.ts';
import { persistQueries } from './query-persistence.ts';

const COUNTS = { 'add-college': 2 };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** A tab of this browser with its own query cache. */
async function tab() {
  const device = await openedDevice((name) => /\/(.+)\//.exec(name)?.[1]);
  const queries = new QueryClient();
  return { device, queries, persistence: persistQueries(device, queries) };
}

/** Somebody logs in, in this tab. */
async function logIn({ device, persistence }: Awaited<ReturnType<typeof tab>>, owner: string): Promise<void> {
  await unlock(device, owner);
  await persistence.start(owner, false);
}

/** What a start without a network finds, whoever is logged in. */
async function foundOffline(owner: string): Promise<unknown> {
  const { queries, persistence } = await tab();
  await persistence.start(owner, true);
  return queries.getQueryData(queryKeys.addAnother);
}

test('a tab that only follows a login elsewhere spares the lists of who is here next', async () => {
  const [one, other] = [await tab(), await tab()];
  await logIn(one, 'ann');
  await logIn(other, 'ben');
  other.queries.setQueryData(queryKeys.addAnother, COUNTS);
  await vi.waitFor(async () => expect(await foundOffline('ben')).toEqual(COUNTS), { timeout: 5000 });
  one.persistence.stop();
  expect(await foundOffline('ben')).toEqual(COUNTS);
});

test('a tab that has not heard of a logout stores no lists any more', async () => {
  const [one, other] = [await tab(), await tab()];
  await logIn(one, 'ann');
  await logIn(other, 'ann');
  await lock(other.device);
  const write = vi.spyOn(one.device, 'write');
  one.queries.setQueryData(queryKeys.addAnother, COUNTS);
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), { timeout: 5000 });
  await Promise.all(write.mock.results.map(({ value }) => value));
  expect(await stolen()).not.toContain('add-college');
});
