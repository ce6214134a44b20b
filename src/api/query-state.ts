import { notifyManager, type QueryKey, type QueryState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** Returns what the cache holds of a query, without fetching it and without throwing its error. */
export function useQueryState<Data>(queryKey: QueryKey): QueryState<Data> | undefined {
  const client = useQueryClient();
  const subscribe = useCallback(
    // The cache also tells of its changes while React renders.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  return useSyncExternalStore(subscribe, () => client.getQueryState<Data>(queryKey));
}
