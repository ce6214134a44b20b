import { hashKey, QueryCache, QueryClient } from '@tanstack/react-query';

/**
 * The defaults of specification §7: no retry, infinite cache, no refetch by itself, errors to the boundary.
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
        throwOnError: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
