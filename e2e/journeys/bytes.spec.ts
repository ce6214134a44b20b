import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const KB = 1024;
/** What a first visit may cost until the form is at rest, in compressed bytes. */
const SCRIPT_KB = 130;
const PAGE_KB = 14;
const STYLES_KB = 3;
const REQUESTS = 8;
/** All that the worker fetches once the page is at rest. */
const PRECACHE_KB = 600;

test.describe('a first visit', () => {
  test.use({ serviceWorkers: 'block' });

  test('costs no more than its budget, and nothing on it jumps', async ({ page, server }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const value =
            Reflect.get(entry, 'hadRecentInput') === true ? 0 : Number(Reflect.get(entry, 'value'));
          Object.assign(globalThis, { shift: Number(Reflect.get(globalThis, 'shift')) + value });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${server.url}/about`, { waitUntil: 'networkidle' });
    await page.locator('[name=first_name]').fill('Zoë');
    await expect(page.getByText('Saved on this device').first()).toBeVisible();
    const cost = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource').map((entry) => ({
        name: entry.name,
        // With its headers.
        bytes: Number(Reflect.get(entry, 'transferSize')),
      }));
      const [document] = performance.getEntriesByType('navigation');
      return { resources, page: Number(Reflect.get(document ?? {}, 'encodedBodySize')) };
    });
    const scripts = cost.resources.filter(({ name }) => name.endsWith('.js'));
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / KB).toBeLessThanOrEqual(SCRIPT_KB);
    expect(cost.page / KB).toBeLessThanOrEqual(PAGE_KB);
    expect(cost.resources.length).toBeLessThanOrEqual(REQUESTS);
    // The styles that follow the page are for parts that only scripts add.
    const styles = cost.resources.filter(({ name }) => name.endsWith('.css'));
    expect(styles).toEqual([expect.objectContaining({ name: expect.stringContaining('/assets/later-') })]);
    expect(styles[0]?.bytes).toBeLessThanOrEqual(STYLES_KB * KB);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shift'))).toBe(0);
  });
});

test('all that the worker caches is within its budget', async () => {
  const worker = await readFile(path.join(DIST, 'sw.js'), 'utf8');
  const listed = [...worker.matchAll(/"url":\s*"([^"]+)"/g)].flatMap(([, url]) => url ?? []);
  expect(listed).toContain('index.html');
  const sizes = await Promise.all(
    listed.map(async (url) => {
      const file = path.join(DIST, url);
      const { size } = await stat(`${file}.br`).catch(() => stat(file));
      return size;
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0) / KB).toBeLessThanOrEqual(PRECACHE_KB);
});
