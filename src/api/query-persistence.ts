import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client';
import type { Device } from '#device/device.ts';
import { lists } from './queries.ts';

/** The `cache/` prefix lets the device delete this record when storage is full. */
const RECORD = 'cache/queries';
/** The queries that a start without a network needs. Never answers, tokens or addresses. */
const KEPT: ReadonlySet<unknown> = new Set(lists.map(([name]) => name));

/**
 * Stores a part of the query cache on the device, encrypted. The persister may write once more after a logout, so
 * `stop` disables its storage.
 */
export class QueryPersistence {
  readonly #device: Device;
  readonly #client: QueryClient;
  #shut: (() => void) | undefined;

  constructor(device: Device, client: QueryClient) {
    this.#device = device;
    this.#client = client;
  }

  /**
   * Starts storing the cache of one account.
   *
   * @param owner the account; the stored cache of another is never read
   * @param restores whether to load the stored cache first, for a start without a network
   */
  async start(owner: string, restores: boolean): Promise<void> {
    this.stop();
    let text = await this.#kept();
    let isShut = false;
    const storage = {
      getItem: () => text,
      setItem: (_: string, value: string) => {
        if (isShut) return;
        text = value;
        void this.#write(value);
      },
      removeItem: () => {
        if (isShut) return;
        text = null;
        void this.#write(undefined);
      },
    };
    const options = {
      queryClient: this.#client,
      persister: createSyncStoragePersister({ storage }),
      buster: owner,
      maxAge: Number.POSITIVE_INFINITY,
      dehydrateOptions: {
        shouldDehydrateQuery: ({
          queryKey,
          state,
        }: {
          queryKey: readonly unknown[];
          state: { status: string };
        }) => KEPT.has(queryKey[0]) && state.status === 'success',
      },
    };
    if (restores) await persistQueryClientRestore(options);
    const unsubscribe = persistQueryClientSubscribe(options);
    this.#shut = () => {
      isShut = true;
      unsubscribe();
    };
  }

  /** Stops storing; late writes of the persister are dropped. */
  stop(): void {
    this.#shut?.();
    this.#shut = undefined;
  }

  /** Stops storing, and deletes the stored cache. */
  async forget(): Promise<void> {
    this.stop();
    await this.#write(undefined);
  }

  async #write(value: string | undefined): Promise<void> {
    await this.#device.write(new Map([[RECORD, { stamp: '', value }]]));
  }

  async #kept(): Promise<string | null> {
    const found = await this.#device.read([RECORD]);
    const value = typeof found === 'string' ? undefined : found.get(RECORD)?.value;
    return typeof value === 'string' ? value : null;
  }
}
