import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getTabs } from '#contract/tabs.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';
import { readUnder } from './read-under.ts';
import type { ChosenTabs, WaitingState } from './server-state.ts';

const NONE: ChosenTabs = {};

/** Returns the chosen tab per tab group; empty until the server answers, and while nobody is logged in. */
export function useChosenTabs(isLoggedIn: boolean, waiting: WaitingState): ChosenTabs {
  const { data } = useQuery({
    queryKey: queryKeys.tabs,
    queryFn: ({ signal }) => readUnder(waiting.chosenTabs, () => call(getTabs, { signal })),
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return data ?? NONE;
}

/** Returns a function that shows a chosen tab at once; the outbox sends it. */
export function useShowTab(): (tabId: string, tab: string) => void {
  const client = useQueryClient();
  return useCallback(
    (tabId, tab) => client.setQueryData<ChosenTabs>(queryKeys.tabs, (tabs) => ({ ...tabs, [tabId]: tab })),
    [client],
  );
}
