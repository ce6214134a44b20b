import type { Page } from 'playwright/test';

/** Waits until this browser has the service worker, and with it the files that the page needs offline. */
export async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
