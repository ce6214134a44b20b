import { hashKey, QueryCache, QueryClient } from '@tanstack/react-query';
import { backOff } from './back-off.ts';
import { isFinal } from './refusals.ts';

/** What could not be had is asked for again after this: a page with half of the account is not left so. */
const ASK_AGAIN_MS = 15_000;

/**
 * The defaults of specification §7: no retry, infinite cache, no refetch by itself of what is known, errors to the boundary.
 *
 * @param onError hears of every question that was not answered, whether or not it is said where it was asked
 * @param owner whose answers they are: nobody is ever shown those to another's questions
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
