import { createStore, type UseStore } from 'idb-keyval';
import { DeviceBlockedError, DeviceFullError } from './errors.ts';

/** A call that takes longer hangs: some Safari versions never answer an open or a put. */
const TIMEOUT_MS = 2000;
const STORE = 'records';
/** A connection that the browser closed under us; a new one usually works. */
const CLOSED = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError']);

/** One IndexedDB database with one store of records; reconnects once, and never waits for ever. */
export class DeviceDatabase {
  readonly #name: string;
  #store: UseStore | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Runs one transaction.
   *
   * @throws {DeviceFullError} when there is no room; nothing of the transaction was stored then
   * @throws {DeviceBlockedError} when storage does not work here
   */
  async run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    try {
      return await this.#once(mode, work);
    } catch (error) {
      if (nameOf(error) === 'QuotaExceededError') throw new DeviceFullError('No room.', { cause: error });
      if (!CLOSED.has(nameOf(error))) throw new DeviceBlockedError('Storage is blocked.', { cause: error });
      this.#store = undefined;
    }
    try {
      return await this.#once(mode, work);
    } catch (error) {
      if (nameOf(error) === 'QuotaExceededError') throw new DeviceFullError('No room.', { cause: error });
      throw new DeviceBlockedError('Storage is blocked.', { cause: error });
    }
  }

  async #once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    this.#store ??= createStore(this.#name, STORE);
    return within(TIMEOUT_MS, this.#store(mode, work));
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeviceBlockedError('Storage does not answer.')), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
