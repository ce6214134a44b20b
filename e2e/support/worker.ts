import type { Page } from 'playwright/test';

/** Waits until this browser has the service worker, and with it the files of the page without a network. */
export async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
