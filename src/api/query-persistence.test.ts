import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { openedDevice } from '#testing/test-device.ts';
import { queryKeys } from './queries.ts';
import { persistQueries } from './query-persistence.ts';

const COUNTS = { 'add-college': 2 };

/** A tab of this browser with its own query cache. */
async function tab() {
  const queries = new QueryClient();
  return { queries, persistence: persistQueries(await openedDevice(), queries) };
}

/** What a start without a network finds. */
async function foundOffline(owner: string): Promise<unknown> {
  const { queries, persistence } = await tab();
  await persistence.start(owner, true);
  return queries.getQueryData(queryKeys.addAnother);
}

test('a tab that only follows a logout spares the lists of who is here next, and whoever leaves deletes theirs', async () => {
  const [ann, ben] = [await tab(), await tab()];
  await ann.persistence.start('ann', false);
  await ben.persistence.start('ben', false);
  ben.queries.setQueryData(queryKeys.addAnother, COUNTS);
  await vi.waitFor(async () => expect(await foundOffline('ben')).toEqual(COUNTS), { timeout: 5000 });
  await ann.persistence.forget({ isElsewhere: true });
  expect(await foundOffline('ben')).toEqual(COUNTS);
  await ben.persistence.forget({ isElsewhere: false });
  expect(await foundOffline('ben')).toBeUndefined();
});
