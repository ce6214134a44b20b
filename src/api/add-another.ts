import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getAddAnother } from '#contract/add-another.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';
import { readUnder } from './read-under.ts';
import type { Counts, WaitingState } from './server-state.ts';

const NONE: Counts = {};

/** Components per add-another button: `undefined` until the server answers, empty while logged out. */
export function useCounts(isLoggedIn: boolean, waiting: WaitingState): Counts | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.addAnother,
    queryFn: ({ signal }) => readUnder(waiting.counts, () => call(getAddAnother, { signal })),
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return isLoggedIn ? data : NONE;
}

/** Returns a function that shows a count at once; the outbox sends it. */
export function useShowCount(): (buttonId: string, count: number) => void {
  const client = useQueryClient();
  return useCallback(
    (buttonId, count) =>
      client.setQueryData<Counts>(queryKeys.addAnother, (counts) => ({ ...counts, [buttonId]: count })),
    [client],
  );
}
