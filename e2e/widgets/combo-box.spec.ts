import type { Page } from 'playwright/test';
import { autofill, expect, expectReported, test } from './gallery.ts';

async function nearSchool(page: Page) {
  await page.locator('#school').scrollIntoViewIfNeeded();
  const input = page.getByRole('combobox', { name: 'School name' });
  await expect(input).toBeVisible();
  return input;
}

test('suggestions appear while typing, and choosing one fills in the text', async ({ page }) => {
  const input = await nearSchool(page);
  await input.pressSequentially('scran');
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('option').first()).toContainText('Scranton, PA');
  await expect(page.getByRole('log').getByText('3 options available.')).toBeAttached();
  // The suggestions are those for all letters only once the last one is reported.
  await expectReported(page, 'school', 'scran');
  await page.keyboard.press('ArrowDown');
  await expect(input).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue('University of Scranton');
  await expectReported(page, 'school', 'University of Scranton');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('a suggestion is chosen by mouse @long', async ({ page }) => {
  const input = await nearSchool(page);
  await input.pressSequentially('mary');
  await page.getByRole('option', { name: 'Marywood University' }).click();
  await expectReported(page, 'school', 'Marywood University');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(input).toBeFocused();
});

test('any text stays as typed: on Tab, on Escape, by the "Use:" option @slow', async ({ page }) => {
  const input = await nearSchool(page);
  await input.pressSequentially('Scranton College of Art');
  await page.keyboard.press('Tab');
  await expect(input).toHaveValue('Scranton College of Art');
  await input.fill('Scran');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(input).toHaveValue('Scran');
  await input.pressSequentially('t');
  await page.getByRole('option', { name: 'Use: Scrant' }).click();
  await expect(input).toHaveValue('Scrant');
  await expectReported(page, 'school', 'Scrant');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await input.press('End');
  await page.keyboard.type('o');
  await expect(page.getByRole('option', { name: 'Use: Scranto' })).toBeVisible();
});

const LIST = '**/rich-combo-box-*.js';

/**
 * Loads the page again with the script of the suggestions delayed. Returns a function that waits for the request and
 * lets it load.
 */
async function holdTheList(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(LIST, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(LIST);
  await page.reload();
  return async () => {
    await asked;
    release();
  };
}

test('the list arriving late takes over the focus, the letters and the caret @long', async ({ page }) => {
  const release = await holdTheList(page);
  const input = page.locator('[name=school]');
  await input.focus();
  await page.keyboard.type('Scrton');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await release();
  await expect(page.getByRole('combobox', { name: 'School name' })).toBeFocused();
  await page.keyboard.type('an');
  await expectReported(page, 'school', 'Scranton');
});

test('the list arriving late keeps the selection @long', async ({ page }) => {
  const release = await holdTheList(page);
  const input = page.locator('[name=school]');
  await input.focus();
  await page.keyboard.type('Scrntxn');
  for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft'])
    await page.keyboard.press(key);
  await release();
  await expect(page.getByRole('combobox', { name: 'School name' })).toBeFocused();
  await page.keyboard.type('anto');
  await expectReported(page, 'school', 'Scranton');
});

test('a blank at the end stays when the list arrives @slow', async ({ page }) => {
  const release = await holdTheList(page);
  await page.locator('[name=school]').focus();
  await page.keyboard.type('University ');
  await expectReported(page, 'school', 'University ');
  await release();
  await expect(page.getByRole('combobox', { name: 'School name' })).toBeFocused();
  await page.keyboard.type('of');
  await expectReported(page, 'school', 'University of');
});

test('letters typed while the list loads stay in their order, also on a slow phone @long', async ({
  page,
}) => {
  const release = await holdTheList(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.locator('[name=school]').focus();
  const text = 'University of Scranton in the hills';
  const typing = page.keyboard.type(text, { delay: 20 });
  await release();
  await typing;
  await expect(page.getByRole('combobox', { name: 'School name' })).toBeFocused();
  await expectReported(page, 'school', text);
});

test('autofill is accepted, and opens no list over the next field @slow', async ({ page }) => {
  const input = await nearSchool(page);
  await autofill(input, 'Marywood University');
  await expectReported(page, 'school', 'Marywood University');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});
