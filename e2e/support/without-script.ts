import { expect, type Page } from 'playwright/test';
import type { TestServer } from './server.ts';

/** Opens a page whose scripts, except the early one, are delayed until they are released. */
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
  // Until then, the browser loses what is typed.
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

/** The page's errors, among them a part that React cannot hydrate. */
export function listensForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}
