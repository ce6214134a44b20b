import { promisifyRequest, type UseStore } from 'idb-keyval';
import { inTime } from './clock.ts';
import { throwIfEnded } from './ending.ts';
import { DeviceError } from './status.ts';

const STORE = 'records';
/** Gives up on a call after this: some Safari versions never answer an open or a put. */
const CALL_TIMEOUT_MS = 4000;
/** The first attempt and three retries, each on a new connection. */
const ATTEMPTS = 4;

/**
 * One IndexedDB database with one store, in the form that the functions of idb-keyval take. It reopens after the
 * browser closes it, closes when another tab deletes or upgrades the database, and gives up on calls that hang. While
 * the browser keeps the page for going back, no transaction is open; those under way run again when it is shown.
 *
 * Each use is one transaction, all of it or nothing; it may run again after a lost connection. It rejects with a
 * `DeviceError` when there is no room or storage does not work here, and with a `DataCloneError` unchanged: this value
 * cannot be stored, others can.
 */
export function openStore(name: string): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  const forget = () => void (opening = undefined);
  const running = new Set<AbortController>();
  let aside: Promise<void> | undefined;
  watchAside((isOver) => {
    aside = isOver.then(() => (aside = undefined));
    for (const ended of running) ended.abort();
  });

  async function close(): Promise<void> {
    const closing = opening;
    forget();
    (await closing?.catch(() => undefined))?.close();
  }

  return async (mode, work) => {
    for (let attempt = 1; ; attempt += 1) {
      await aside;
      const ended = new AbortController();
      running.add(ended);
      try {
        opening ??= openDatabase(name, forget);
        return await inTime(CALL_TIMEOUT_MS, runOnce(opening, mode, work, ended.signal));
      } catch (error) {
        if (ended.signal.aborted) continue;
        // A write that was reported as failed must not be stored later.
        ended.abort();
        const kind = error instanceof Error || error instanceof DOMException ? error.name : '';
        if (kind === 'QuotaExceededError') throw new DeviceError('full', error);
        if (kind === 'DataCloneError') throw error;
        // The browser may have closed our connection, which it reports in several ways; a new one usually works.
        void close();
        if (attempt < ATTEMPTS && kind !== 'TimeoutError') continue;
        throw new DeviceError('blocked', error);
      } finally {
        running.delete(ended);
      }
    }
  };
}

/**
 * Calls back when the browser puts this page aside, to show it again when the applicant goes back. Safari freezes it
 * with its transactions, and these block every write of all other tabs. Chromium, the only one that tells a page of a
 * freeze, gives up such a page instead.
 */
function watchAside(onAside: (isOver: Promise<void>) => void): void {
  if (!('document' in globalThis) || 'onfreeze' in document) return;
  let comeBack = () => {};
  addEventListener('pageshow', () => comeBack());
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) onAside(new Promise((resolve) => (comeBack = resolve)));
  });
}

/** The store of an open transaction, for the functions of idb-keyval. */
export function within(store: IDBObjectStore): UseStore {
  return async (_, work) => work(store);
}

/** All names that begin with this. */
export function under(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

/** The properties of a stored value that this release may not have written. */
export function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function runOnce<T>(
  opening: Promise<IDBDatabase>,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => T | PromiseLike<T>,
  ended: AbortSignal,
): Promise<T> {
  const database = await opening;
  throwIfEnded(ended);
  // Flush to disk: the page says "saved" after this, so the data must survive a power cut.
  const transaction = database.transaction(STORE, mode, { durability: 'strict' });
  // While an error is dispatched, the transaction does not have it yet, and idb-keyval rejects with nothing.
  let failure: unknown;
  transaction.addEventListener('error', ({ target }) => {
    if (target instanceof IDBRequest) failure ??= target.error;
  });
  const committed = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
  });
  committed.catch(() => undefined);
  ended.addEventListener('abort', () => end(transaction));
  try {
    const result = await work(transaction.objectStore(STORE));
    if (mode === 'readwrite') await committed;
    return result;
  } catch (error) {
    const reason = failure ?? transaction.error ?? error;
    end(transaction);
    throw reason;
  }
}

function end(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}

async function openDatabase(name: string, onClose: () => void, version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
  };
  const database = await promisifyRequest(request);
  // An interrupted first open leaves a database without its store.
  if (!database.objectStoreNames.contains(STORE)) {
    database.close();
    return openDatabase(name, onClose, database.version + 1);
  }
  database.onversionchange = () => {
    database.close();
    onClose();
  };
  database.onclose = onClose;
  return database;
}
