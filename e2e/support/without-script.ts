import { expect, type Page } from 'playwright/test';
import type { TestServer } from './server.ts';

/** Comes to a page of whose scripts only the early one comes before they are let go. */
export async function comesWithoutScript(
  page: Page,
  come: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/(?!early-)[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await come();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Until then, a browser drops what is typed.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return async () => {
    letGo();
    await page.waitForFunction(() => document.querySelector('#main')?.checkVisibility());
  };
}

export function opensWithoutScript(
  page: Page,
  server: TestServer,
  path: string,
): Promise<() => Promise<void>> {
  return comesWithoutScript(page, () => page.goto(`${server.url}${path}`, { waitUntil: 'commit' }));
}

/** What the page complains about: a part that React cannot hydrate is among it. */
export function listensForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}
