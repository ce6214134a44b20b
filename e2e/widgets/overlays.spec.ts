import { MENU_CLOSE_DELAY_MS, MENU_HOVER_DELAY_MS, MENU_SKIP_DELAY_MS } from '#limits.ts';
import { GALLERY_URL, expect, test } from './gallery.ts';

test('a dialog takes the focus, closes by Close and Escape, and gives the focus back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open small dialog' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Technical help' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

const dialogs = [
  { size: 'small', at: 1600, width: 480 },
  { size: 'medium', at: 800, width: 560 },
  { size: 'large', at: 390, width: 390 },
  { size: 'small', at: 800, width: 480 },
  { size: 'medium', at: 1600, width: 960 },
  { size: 'large', at: 1600, width: 1280 },
  { size: 'large', at: 800, width: 720 },
];
for (const { size, at, width } of dialogs) {
  test(`a ${size} dialog at ${at} px is ${width} px wide @long`, async ({ page }) => {
    await page.setViewportSize({ width: at, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: `Open ${size} dialog` }).click();
    const box = await page.locator('.ui-modal').boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(width);
  });
}

test('a confirmation asks, with the focus on the harmless answer @slow', async ({ page }) => {
  await page.getByRole('button', { name: 'Delete file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete file' });
  await expect(dialog).toContainText('Are you sure you want to delete your file?');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
});

test('the account popover opens beside its button, and Close gives the focus back', async ({ page }) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  await trigger.click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog).toContainText('marisol.ortega@example.org');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(trigger).toBeFocused();
  await trigger.press('Enter');
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the account popover opens under a resting mouse, and closes when the mouse has left @long', async ({
  page,
}) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  const menu = page.getByRole('group', { name: 'Account' });
  // While a menu moves, Playwright scrolls to look for it, and a page that scrolls closes its menus.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await trigger.focus();
  await trigger.hover();
  await expect(menu).toContainText('marisol.ortega@example.org');
  await expect(trigger).toBeFocused();
  await menu.getByRole('button', { name: 'Close' }).hover();
  await page.mouse.move(2, 2);
  await expect(menu).toHaveCount(0);
  await trigger.hover();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test('the account popover waits before it opens and closes, and not if it has just closed @long', async ({
  page,
}) => {
  const trigger = page.getByRole('button', { name: 'Account' });
  const menu = page.getByRole('group', { name: 'Account' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const leave = async () => {
    await page.mouse.move(2, 2);
    await page.clock.runFor(MENU_CLOSE_DELAY_MS - 1);
    await expect(menu).toBeVisible();
    await page.clock.runFor(1);
    await expect(menu).toHaveCount(0);
  };
  const opensAfter = async (delayMs: number) => {
    await trigger.hover();
    await page.clock.runFor(delayMs - 1);
    await expect(menu).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(menu).toBeVisible();
  };
  await opensAfter(MENU_HOVER_DELAY_MS);
  await leave();
  await page.clock.runFor(MENU_SKIP_DELAY_MS - 2);
  await trigger.hover();
  await page.clock.runFor(1);
  await expect(menu).toBeVisible();
  await leave();
  await page.clock.runFor(MENU_SKIP_DELAY_MS);
  await opensAfter(MENU_HOVER_DELAY_MS);
});

test('an account popover that is closed by hand stays closed under a resting mouse @long', async ({
  page,
}) => {
  const username = page.getByText('marisol.ortega@example.org');
  await page.clock.install();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(username).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(username).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect(username).toHaveCount(0);
});

test.describe('toasts', () => {
  test('a success disappears by itself after 5 seconds, an error stays @slow', async ({ page }) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Success toast' }).click();
    await page.getByRole('button', { name: 'Error toast' }).click();
    const region = page.getByRole('region', { name: 'Notifications (F8)' });
    await expect(region.getByRole('alertdialog')).toHaveCount(2);
    await page.mouse.move(5, 5);
    await page.clock.runFor(5100);
    await expect(region.getByRole('alertdialog')).toHaveCount(1);
    await expect(region).toContainText('Login Card Error');
    await page.clock.runFor(290_000);
    await expect(region).toContainText('Login Card Error');
    await page.clock.runFor(6000);
    await expect(region).toHaveCount(0);
  });

  test('F8 brings the focus to them, Close takes one away @long', async ({ page }) => {
    await page.getByRole('button', { name: 'Error toast' }).click();
    const region = page.getByRole('region', { name: 'Notifications (F8)' });
    await expect(region.getByRole('alertdialog', { name: 'Login Card Error' })).toBeVisible();
    await page.keyboard.press('F8');
    await expect(region).toBeFocused();
    await region.getByRole('button', { name: 'Close' }).click();
    await expect(region).toHaveCount(0);
  });

  test('Escape closes the newest, but only if it has the focus', async ({ page }) => {
    await page.getByRole('button', { name: 'Error toast' }).click();
    const region = page.getByRole('region', { name: 'Notifications (F8)' });
    const toast = region.getByRole('alertdialog', { name: 'Login Card Error' });
    await expect(toast).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(toast).toBeVisible();
    await page.keyboard.press('F8');
    await expect(region).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(region).toHaveCount(0);
  });

  for (const { distance, remain } of [
    { distance: 49, remain: 1 },
    { distance: 51, remain: 0 },
  ]) {
    test(`swiped ${distance} px, ${remain === 1 ? 'it comes back' : 'it is gone'} @slow`, async ({
      page,
    }) => {
      await page.getByRole('button', { name: 'Error toast' }).click();
      const toast = page.getByRole('alertdialog', { name: 'Login Card Error' });
      await expect(toast).toBeVisible();
      await toast.evaluate((element) =>
        Promise.all(element.getAnimations({ subtree: true }).map((each) => each.finished)),
      );
      const box = await toast.boundingBox();
      const x = (box?.x ?? 0) + 120;
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance, y, { steps: 5 });
      await page.mouse.up();
      await expect(toast).toHaveCount(remain);
    });
  }
});

test('a dialog whose code cannot be loaded breaks nothing, and opens once it can @slow', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const code = '**/modal-panel-*.js';
  await page.route(code, (route) => route.abort());
  const asked = page.waitForRequest(code);
  await page.goto(GALLERY_URL);
  await page.getByRole('button', { name: 'Open small dialog' }).click();
  await asked;
  await expect(page.getByRole('heading', { name: 'Widgets' })).toBeVisible();
  await page.unroute(code);
  await expect(page.getByRole('dialog', { name: 'Technical help' })).toBeVisible();
  expect(errors).toEqual([]);
});
