import type { Page } from 'playwright/test';

/** A page in any browser, into which scripts can be inserted. */
export type ScriptedPage = Pick<Page, 'addInitScript' | 'evaluate'>;
export type OpeningFault = 'hangs' | 'throws' | 'absent';

/**
 * Call it before the page is opened. The function that it returns makes the given number of next calls fail:
 * transactions as if the browser had closed the connection, or writes as if the device were full.
 */
export async function breakCalls(
  page: ScriptedPage,
  what: 'transactions' | 'writes',
): Promise<(times: number) => Promise<void>> {
  await page.addInitScript((broken) => {
    const begin = IDBDatabase.prototype.transaction;
    const put = IDBObjectStore.prototype.put;
    let left = 0;
    addEventListener('break-calls', (event) => {
      if (event instanceof CustomEvent) left = Number(event.detail);
    });
    const failAs = (name: string) => {
      if (left <= 0) return;
      left -= 1;
      throw new DOMException('It failed.', name);
    };
    if (broken === 'transactions')
      IDBDatabase.prototype.transaction = function (...parameters) {
        failAs('InvalidStateError');
        return begin.apply(this, parameters);
      };
    else
      IDBObjectStore.prototype.put = function (...parameters) {
        failAs('QuotaExceededError');
        return put.apply(this, parameters);
      };
  }, what);
  return (times) =>
    page.evaluate((detail) => {
      dispatchEvent(new CustomEvent('break-calls', { detail }));
    }, times);
}

/** Call it before the page is opened. The function that it returns stops all encryption until the page is left. */
export async function breakEncryption(page: ScriptedPage): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const encrypt = SubtleCrypto.prototype.encrypt;
    let isBroken = false;
    addEventListener('break-encryption', () => {
      isBroken = true;
    });
    SubtleCrypto.prototype.encrypt = function (...parameters) {
      return isBroken ? new Promise(() => undefined) : encrypt.apply(this, parameters);
    };
  });
  return () => page.evaluate(() => void dispatchEvent(new CustomEvent('break-encryption')));
}

/** Makes IndexedDB never answer, refuse, or not exist. */
export async function breakOpening(page: ScriptedPage, fault: OpeningFault): Promise<void> {
  await page.addInitScript((how) => {
    if (how === 'absent') {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
      return;
    }
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => {
        if (how === 'throws') throw new DOMException('Not here.', 'SecurityError');
        return new EventTarget();
      },
    });
  }, fault);
}

/** As in some Safari versions: a key that cannot be exported cannot be stored either. */
export async function breakKeysWritten(page: ScriptedPage): Promise<void> {
  await page.addInitScript(() => {
    const hasKey = (value: unknown): boolean =>
      value instanceof CryptoKey ||
      (typeof value === 'object' && value !== null && Object.values(value).some(hasKey));
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...parameters) {
      if (hasKey(parameters[0])) throw new DOMException('Not a key.', 'DataCloneError');
      return put.apply(this, parameters);
    };
  });
}

/** As in some Safari versions: a key can be stored, but is missing when it is read. */
export async function breakKeysReadBack(page: ScriptedPage): Promise<void> {
  await page.addInitScript(() => {
    const property = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result');
    Object.defineProperty(IDBRequest.prototype, 'result', {
      ...property,
      get(this: IDBRequest): unknown {
        const result: unknown = property?.get?.call(this);
        const isKept = typeof result === 'object' && result !== null && 'key' in result;
        return isKept && result.key instanceof CryptoKey ? { ...result, key: null } : result;
      },
    });
  });
}

/** Deletes the keys that all stored answers are encrypted with. */
export async function deleteKeyring(page: ScriptedPage): Promise<void> {
  await changeRecords(page, 'delete-keyring');
}

/** Flips one bit of one answer that is stored on the device. */
export async function corruptOneAnswer(page: ScriptedPage): Promise<void> {
  await changeRecords(page, 'corrupt-answer');
}

function changeRecords(page: ScriptedPage, change: 'delete-keyring' | 'corrupt-answer'): Promise<void> {
  return page.evaluate(
    (what) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('application');
        opening.addEventListener('error', () => reject(new Error('No database.')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const transaction = database.transaction('records', 'readwrite', { durability: 'strict' });
          const store = transaction.objectStore('records');
          if (what === 'delete-keyring') store.delete('$keyring');
          else {
            const names = store.getAllKeys();
            names.addEventListener('success', () => {
              const name = names.result.find((key) => typeof key === 'string' && key.endsWith('/city'));
              if (name === undefined) throw new Error('There is no such answer.');
              const reading = store.get(name);
              reading.addEventListener('success', () => {
                const bytes = new Uint8Array(reading.result.text);
                bytes[0] = (bytes[0] ?? 0) ^ 1;
                store.put(reading.result, name);
              });
            });
          }
          transaction.addEventListener('abort', () => reject(new Error('The change failed.')));
          transaction.addEventListener('complete', () => {
            database.close();
            resolve();
          });
        });
      }),
    change,
  );
}
