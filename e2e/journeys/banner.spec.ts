import AxeBuilder from '@axe-core/playwright';
import { expect } from 'playwright/test';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';

const SENTENCE = 'We are away on Friday from 10 pm to midnight; what you type is kept on this device.';

test('what the operator says stands above every page, until it is cleared', async ({
  page,
  applicant,
  server,
}) => {
  const banner = page.getByRole('status').filter({ hasText: SENTENCE });
  const header = page.getByRole('banner');

  await applicant.opens('/about');
  await page.waitForResponse((response) => response.url().endsWith('/public/banner'));
  await expect(banner).toHaveCount(0);
  expect((await header.boundingBox())?.y).toBe(0);

  await admin(server, 'banner', SENTENCE);
  for (const path of ['/about', '/login']) {
    await applicant.opens(path);
    await expect(banner).toBeVisible();
    const [above, below] = [await banner.boundingBox(), await header.boundingBox()];
    expect(above?.y).toBe(0);
    expect(below?.y).toBe(above?.height);
  }
  expect((await new AxeBuilder({ page }).include('.operator-banner').analyze()).violations).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await admin(server, 'banner', '--clear');
  await applicant.opens('/about');
  await page.waitForResponse((response) => response.url().endsWith('/public/banner'));
  await expect(banner).toHaveCount(0);
});

test('a server that cannot say whether there is a banner is no reason to stop', async ({
  page,
  applicant,
}) => {
  await page.route('**/public/banner', (route) => route.fulfill({ status: 503 }));
  await applicant.opens('/about');
  await page.waitForResponse((response) => response.url().endsWith('/public/banner'));
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
});
