import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getTabs } from '#contract/tabs.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';

export type ChosenTabs = Readonly<Record<string, string>>;
const NONE: ChosenTabs = {};

/** The chosen tab per tab group; empty for a visitor without an account, and until the server answered. */
export function useChosenTabs(isLoggedIn: boolean): ChosenTabs {
  const { data } = useQuery({
    queryKey: queryKeys.tabs,
    queryFn: ({ signal }) => call(getTabs, { signal }),
    // Without an account a choice lives in the cache alone.
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return data ?? NONE;
}

/** Shows a chosen tab at once; posting it is the outbox's work. */
export function useShowTab(): (tabId: string, tab: string) => void {
  const client = useQueryClient();
  return (tabId, tab) =>
    client.setQueryData<ChosenTabs>(queryKeys.tabs, (tabs) => ({ ...tabs, [tabId]: tab }));
}
