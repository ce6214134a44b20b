import type { Page } from 'playwright/test';

/** All records that the keys in this browser can decrypt, as text, and its local storage. Any page of the site will do. */
export function stolen(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('application');
      request.addEventListener('success', () => resolve(request.result));
    });
    const store = database.transaction('records').objectStore('records');
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener('success', () => resolve(request.result));
      });
    const [names, values] = await Promise.all([all(store.getAllKeys()), all<unknown[]>(store.getAll())]);
    const nameAt = (index: number) => (typeof names[index] === 'string' ? names[index] : '');
    database.close();
    const keysIn = (value: unknown): CryptoKey[] => {
      if (value instanceof CryptoKey) return [value];
      const isPlain = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
      return isPlain ? Object.values(value).flatMap(keysIn) : [];
    };
    const opened: string[] = [];
    for (const key of values.flatMap(keysIn)) {
      for (const [index, value] of values.entries()) {
        const record = Object(value) as { stamp: string; iv: Uint8Array<ArrayBuffer>; text: ArrayBuffer };
        const additionalData = new TextEncoder().encode(`${nameAt(index)}\n${record.stamp}`);
        const plain = await crypto.subtle
          .decrypt({ name: 'AES-GCM', iv: record.iv, additionalData }, key, record.text)
          .catch(() => undefined);
        if (plain !== undefined) opened.push(new TextDecoder().decode(plain));
      }
    }
    return [...opened, ...Object.values(localStorage)].join('\n');
  });
}
