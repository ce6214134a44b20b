import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getTabs } from '#contract/tabs.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';
import { readUnder } from './read-under.ts';
import type { ChosenTabs, WaitingState } from './server-state.ts';

const NONE: ChosenTabs = {};

/** The chosen tab per tab group; empty until the server answered, and once nobody is logged in any more. */
export function useChosenTabs(isLoggedIn: boolean, waiting: WaitingState): ChosenTabs {
  const { data } = useQuery({
    queryKey: queryKeys.tabs,
    queryFn: ({ signal }) => readUnder(waiting.chosenTabs, () => call(getTabs, { signal })),
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return data ?? NONE;
}

/** Shows a chosen tab at once; posting it is the outbox's work. */
export function useShowTab(): (tabId: string, tab: string) => void {
  const client = useQueryClient();
  return useCallback(
    (tabId, tab) => client.setQueryData<ChosenTabs>(queryKeys.tabs, (tabs) => ({ ...tabs, [tabId]: tab })),
    [client],
  );
}
