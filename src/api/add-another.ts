import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getAddAnother } from '#contract/add-another.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';
import { readUnder } from './read-under.ts';
import type { Counts, WaitingState } from './server-state.ts';

const NONE: Counts = {};

/** Components per add-another button; not known until the server answered. None once nobody is logged in any more. */
export function useCounts(isLoggedIn: boolean, waiting: WaitingState): Counts | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.addAnother,
    queryFn: ({ signal }) => readUnder(waiting.counts, () => call(getAddAnother, { signal })),
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return isLoggedIn ? data : NONE;
}

/** Shows a count at once; posting it is the outbox's work. */
export function useShowCount(): (buttonId: string, count: number) => void {
  const client = useQueryClient();
  return useCallback(
    (buttonId, count) =>
      client.setQueryData<Counts>(queryKeys.addAnother, (counts) => ({ ...counts, [buttonId]: count })),
    [client],
  );
}
