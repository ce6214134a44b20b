import { expect } from 'playwright/test';
import { plainProgram } from '#testing/programs.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

test('sections far from the screen are not laid out, but keep their height, until they are near or the width changes @slow', async ({
  page,
  applicant,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.opens('/about');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const isDrawn = () =>
    page
      .locator('[name=military_veteran]')
      .first()
      .evaluate((input) => input.checkVisibility({ contentVisibilityAuto: true }));
  await expect(page.locator('#military')).toHaveAttribute('data-rests');
  await expect.poll(isDrawn).toBe(false);
  const before = await height();
  await page.locator('[name=military_veteran]').first().focus();
  await expect(page.locator('#military').getByRole('heading')).toBeInViewport();
  await expect.poll(isDrawn).toBe(true);
  expect(await height()).toBe(before);
  await page.locator('[name=first_name]').focus();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(isDrawn).toBe(false);
  const turned = await height();
  await page.locator('[name=military_veteran]').first().focus();
  await expect.poll(isDrawn).toBe(true);
  expect(await height()).toBe(turned);
});

test('a reloaded page is scrolled to where it was, from the server and from the worker @long', async ({
  page,
  applicant,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.opens('/about');
  await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
  await page.locator('#citizenship-and-language').scrollIntoViewIfNeeded();
  const top = () =>
    page.locator('#citizenship-and-language').evaluate((section) => section.getBoundingClientRect().top);
  const before = await top();
  for (const source of ['server', 'worker']) {
    if (source === 'worker') await workerIsReady(page);
    const response = await page.reload();
    if (source === 'worker') expect(response?.fromServiceWorker()).toBe(true);
    await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
    expect(Math.abs((await top()) - before), source).toBeLessThan(2);
  }
});

test('an account’s reloaded page is scrolled to where it was, and another page begins at its top @long', async ({
  page,
  applicant,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.comesLoggedIn('/education');
  await applicant.answers('Program type', plainProgram['program_type_desc']!);
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  const section = page.locator('#employment');
  await section.evaluate((element) => element.scrollIntoView());
  const top = () => section.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await page.reload();
  await applicant.reads(/Saved to your account/);
  await expect(section).toBeInViewport();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  // In the bar at the foot, where nothing has to be scrolled to.
  await applicant.presses('Continue');
  await applicant.isAt('/final-steps');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('nothing on the screen of a slow phone moves by itself @long', async ({ page, applicant }) => {
  const devTools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await applicant.opens('/about');
  await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
  const moved = await page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as readonly { value: number }[]) sum += value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return sum;
  });
  // Only the logo may move by a few px, if the first paint happens within the header.
  expect(moved).toBeLessThan(0.001);
});
