import { hashKey, QueryCache, QueryClient } from '@tanstack/react-query';
import { backOff } from './back-off.ts';
import { isFinal } from './refusals.ts';

/** A failed query is retried after this, so that a page does not stay half loaded. */
const ASK_AGAIN_MS = 15_000;

/**
 * Makes a query client with the defaults of specification §7: no retries, infinite cache, no refetch of loaded data,
 * errors to the boundary.
 *
 * @param onError called with the error of every failed query, even if its caller also shows it
 * @param owner returns whose data is loaded; it is part of each key, so that nobody sees the data of another
 */
export function makeQueryClient(onError: (error: unknown) => void, owner: () => string): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        queryKeyHashFn: (key) => hashKey([owner(), ...key]),
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        refetchInterval: ({ state }) =>
          state.error !== null && !isFinal(state.error) && backOff(state.error, 1, ASK_AGAIN_MS),
        throwOnError: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
