import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { admin } from '../support/server.ts';
import type { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';

const SENTENCE = 'We are away on Friday from 10 pm to midnight; what you type is kept on this device.';

/** How far the content has moved by itself (the browser's layout shift). */
function moved(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().filter((shift) => 'value' in shift);
          resolve(shifts.reduce((sum, shift) => sum + Number(Reflect.get(shift, 'value')), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 500, 0);
      }),
  );
}

/** Opens a page, and waits until it has asked whether there is a banner. */
async function opensAndAsks(applicant: Applicant): Promise<void> {
  const answered = applicant.page.waitForResponse((response) => response.url().endsWith('/public/banner'));
  await applicant.opens('/about');
  await answered;
}

test('the banner is over the foot of every page and moves nothing, until it is closed or cleared @long', async ({
  page,
  applicant,
  server,
}) => {
  const banner = page.getByRole('status').filter({ hasText: SENTENCE });
  const heading = page.getByRole('heading', { level: 1 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await opensAndAsks(applicant);
  await expect(banner).toHaveCount(0);

  await admin(server, 'banner', SENTENCE);
  await applicant.opens('/about');
  const before = await heading.boundingBox();
  await expect(banner).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  expect(await moved(page)).toBeLessThan(0.01);
  const [notice, next] = [
    await banner.boundingBox(),
    await page.getByRole('button', { name: 'Continue' }).boundingBox(),
  ];
  expect(notice!.y + notice!.height).toBeLessThan(next!.y);
  expect((await new AxeBuilder({ page }).include('.foot-notices').analyze()).violations).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  // Another page has it from the beginning, so it does not announce it again.
  asked.length = 0;
  await applicant.presses('Account');
  await applicant.presses('Create Account');
  await applicant.isAt('/signup');
  await expect(banner).toBeVisible({ timeout: 1000 });
  expect(asked).not.toContain('/public/banner');

  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
  await page.goBack();
  await applicant.isAt('/about');
  await expect(heading).toHaveText('About You');
  await expect(banner).toHaveCount(0);

  await admin(server, 'banner', '--clear');
  await opensAndAsks(applicant);
  await expect(banner).toHaveCount(0);
});

test('the form works if the server cannot say whether there is a banner @long', async ({
  page,
  applicant,
}) => {
  await page.route('**/public/banner', (route) => route.fulfill({ status: 503 }));
  await opensAndAsks(applicant);
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
});
