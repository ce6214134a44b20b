import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/react-query-persist-client';
import type { Device } from '#device/device.ts';
import { lists, queryKeys } from './queries.ts';

/**
 * The `cache/` prefix has the device delete this record when storage is full, and when somebody logs in or out. It is its
 * owner's, so that a tab that has not heard of their logout cannot store it any more.
 */
const recordOf = (owner: string) => `cache/${owner}/queries`;
/** The queries that an offline start needs. Never answers, tokens or addresses. */
const KEPT: ReadonlySet<unknown> = new Set(
  [...lists, queryKeys.namesPlaces, queryKeys.number].map(([name]) => name),
);

/** Stores a part of the query cache on the device, encrypted. */
export function persistQueries(device: Device, client: QueryClient) {
  let stop: () => void = () => undefined;

  return {
    /**
     * Starts storing the cache of one account. The stored cache of another is never read.
     *
     * @param restores whether to load the stored cache first, for an offline start
     */
    async start(owner: string, restores: boolean): Promise<void> {
      stop();
      const name = recordOf(owner);
      const found = await device.read([name]);
      const kept = restores && typeof found !== 'string' ? found.get(name)?.value : undefined;
      // The persister may write once more after it is stopped.
      let isStopped = false;
      const put = (value?: string) =>
        isStopped ? undefined : void device.write(new Map([[name, { stamp: '', value }]]));
      const [unsubscribe, restored] = persistQueryClient({
        queryClient: client,
        persister: createSyncStoragePersister({
          storage: {
            getItem: () => (typeof kept === 'string' ? kept : null),
            setItem: (_, value) => put(value),
            removeItem: () => put(),
          },
        }),
        maxAge: Number.POSITIVE_INFINITY,
        dehydrateOptions: {
          shouldDehydrateQuery: ({ queryKey, state }) => KEPT.has(queryKey[0]) && state.status === 'success',
        },
      });
      stop = () => {
        isStopped = true;
        unsubscribe();
      };
      await restored;
    },

    /** Stops storing. The logout deletes what is stored. */
    stop: () => stop(),
  };
}
