import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/react-query-persist-client';
import type { Device } from '#device/device.ts';
import { lists, queryKeys } from './queries.ts';

/** The `cache/` prefix lets the device delete this record when storage is full. */
const RECORD = 'cache/queries';
/** The queries that an offline start needs. Never answers, tokens or addresses. */
const KEPT: ReadonlySet<unknown> = new Set(
  [...lists, queryKeys.namesPlaces, queryKeys.number].map(([name]) => name),
);

/** Stores a part of the query cache on the device, encrypted. */
export function persistQueries(device: Device, client: QueryClient) {
  let stop: () => void = () => undefined;

  const write = (value?: string) => device.write(new Map([[RECORD, { stamp: '', value }]]));

  return {
    /**
     * Starts storing the cache of one account. The stored cache of another is never read.
     *
     * @param restores whether to load the stored cache first, for an offline start
     */
    async start(owner: string, restores: boolean): Promise<void> {
      stop();
      const found = await device.read([RECORD]);
      const kept = restores && typeof found !== 'string' ? found.get(RECORD)?.value : undefined;
      // The persister may write once more after it is stopped.
      let isStopped = false;
      const put = (value?: string) => (isStopped ? undefined : void write(value));
      const [unsubscribe, restored] = persistQueryClient({
        queryClient: client,
        persister: createSyncStoragePersister({
          storage: {
            getItem: () => (typeof kept === 'string' ? kept : null),
            setItem: (_, value) => put(value),
            removeItem: () => put(),
          },
        }),
        buster: owner,
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

    /** Stops storing, and deletes the stored cache, unless it may be another person's who has logged in elsewhere. */
    async forget({ isElsewhere }: { readonly isElsewhere: boolean }): Promise<void> {
      stop();
      if (!isElsewhere) await write();
    },
  };
}
