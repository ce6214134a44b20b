import { promisifyRequest } from 'idb-keyval';
import { DeviceBlockedError, DeviceFullError, DeviceNewerError } from './errors.ts';

const STORE = 'records';
/** Gives up on a call after this: some Safari versions never answer an open or a put. */
const CALL_TIMEOUT_MS = 4000;
/** The first attempt and three retries, each on a new connection. */
const ATTEMPTS = 4;
/** Errors thrown when the browser has closed our connection; a new one usually works. */
const CLOSED = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
  'NotFoundError',
]);

/**
 * One IndexedDB database with one store. It reopens after the browser closes it, closes when another tab deletes or
 * upgrades the database, and gives up on calls that hang.
 */
export class Connection {
  readonly #name: string;
  #opening: Promise<IDBDatabase> | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Runs one transaction, all of it or nothing. `work` may run again after a lost connection.
   *
   * @throws {DeviceFullError} when there is no room
   * @throws {DeviceBlockedError} when storage does not work here
   * @throws {DOMException} a `DataCloneError` unchanged: this value cannot be stored, others can
   * @throws {DeviceNewerError} unchanged, when `work` throws it
   */
  async run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await within(CALL_TIMEOUT_MS, this.#once(mode, work));
      } catch (error) {
        const name = nameOf(error);
        if (name === 'QuotaExceededError') throw new DeviceFullError('No room.', { cause: error });
        if (name === 'DataCloneError' || error instanceof DeviceNewerError) throw error;
        this.close();
        if (attempt < ATTEMPTS && CLOSED.has(name)) continue;
        throw new DeviceBlockedError('Storage is blocked.', { cause: error });
      }
    }
  }

  close(): void {
    this.#opening?.then((database) => database.close()).catch(() => undefined);
    this.#opening = undefined;
  }

  async #once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
    this.#opening ??= this.#open();
    const database = await this.#opening;
    // Flush to disk: the page says "saved" after this, so the data must survive a power cut.
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    const committed = commitOf(transaction);
    try {
      const result = await work(transaction.objectStore(STORE));
      if (mode === 'readwrite') await committed;
      return result;
    } catch (error) {
      const reason = transaction.error ?? error;
      abort(transaction);
      throw reason;
    } finally {
      committed.catch(() => undefined);
    }
  }

  async #open(version?: number): Promise<IDBDatabase> {
    const request = indexedDB.open(this.#name, version);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
    };
    const database = await promisifyRequest(request);
    // An interrupted first open leaves a database without its store.
    if (!database.objectStoreNames.contains(STORE)) {
      database.close();
      return this.#open(database.version + 1);
    }
    database.onversionchange = () => {
      database.close();
      this.#opening = undefined;
    };
    database.onclose = () => {
      this.#opening = undefined;
    };
    return database;
  }
}

/** Rejects on `abort`, not on `error`: the transaction's error is only set by then. */
function commitOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('Aborted.', 'AbortError'));
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
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
