import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './gallery.ts';

// A scan of all widgets at once is slow on a slow machine.
test.describe.configure({ timeout: 90_000 });

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  // Colors do not depend on the width.
  for (const width of colorScheme === 'light' ? [320, 1280, 390, 768] : [390]) {
    test(`nothing to complain of at ${width} px, ${colorScheme}, and nothing wider than the window @long`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }

  test(`nothing to complain of with everything open, ${colorScheme}${colorScheme === 'light' ? ' @slow' : ' @long'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Error toast' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // Not the list itself, which is replaced at that time.
    await page.locator('#country').hover();
    await page.locator('#country').getByRole('button').click();
    await expect(page.getByRole('listbox')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open medium dialog' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test('nothing to complain of in forced colors @long', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  expect(await violations(page)).toEqual([]);
});

test('at 200 % text nothing is wider than the window @slow', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('what is pressed on a phone is 44 px high @slow', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const low = await page
    .locator('main :is(.ui-button, .ui-input, .ui-choice, .ui-tab)')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.getBoundingClientRect().height < 44 && control.checkVisibility())
        .map((control) => control.outerHTML.slice(0, 120)),
    );
  expect(low).toEqual([]);
});
