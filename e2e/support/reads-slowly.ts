import type { Page } from 'playwright/test';

/** From the next page on, reading the stored draft takes more than a second. */
export async function readsSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const getAll = IDBObjectStore.prototype.getAll;
    IDBObjectStore.prototype.getAll = function (...parameters) {
      const request = getAll.apply(this, parameters);
      const late = Object.create(request, {
        onsuccess: { value: null, writable: true },
        onerror: { value: null, writable: true },
        result: { get: () => request.result },
      });
      request.addEventListener('success', () => setTimeout(() => late.onsuccess(), 1500));
      return late;
    };
  });
}
