import { expect } from 'playwright/test';
import { firstVisitFiles } from '#testing/first-visit-files.node.ts';
import { test } from '../support/test.ts';

const REQUESTS = 8;

test.use({ serviceWorkers: 'block' });

test('a first visit loads only the files with a budget, and nothing on it jumps', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = Reflect.get(entry, 'hadRecentInput') === true ? 0 : Number(Reflect.get(entry, 'value'));
        Object.assign(globalThis, { shift: Number(Reflect.get(globalThis, 'shift')) + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${server.url}/about`, { waitUntil: 'networkidle' });
  await page.locator('[name=first_name]').fill('Zoë');
  await expect(page.getByText(/Saved on this device/).first()).toBeVisible();
  const requested = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  expect(requested.length).toBeLessThanOrEqual(REQUESTS);
  // Their bytes: src/testing/first-visit-files.node.test.ts.
  expect(requested.filter((path) => /\.(js|css)$/.test(path)).toSorted()).toEqual(
    firstVisitFiles()
      .map(({ name }) => `/assets/${name}`)
      .toSorted(),
  );
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shift'))).toBe(0);
});
