import type { Page } from 'playwright/test';
import { autofill, expect, expectReported, test } from './gallery.ts';

const list = (page: Page, name: string) => page.locator('#left_in').getByRole('combobox', { name });

test('a month is chosen by keyboard from two lists', async ({ page }) => {
  await list(page, 'Month').focus();
  await page.keyboard.type('February');
  await page.keyboard.press('Tab');
  await expect(list(page, 'Year')).toBeFocused();
  await page.keyboard.type('2025');
  await expectReported(page, 'left_in', '02/2025');
  await page.keyboard.press('Tab');
  await expect(page.locator('#left_in').getByRole('combobox')).toHaveCount(2);
  await expect(page.locator('[name=left_in]')).not.toBeFocused();
});

test('a month is chosen by mouse from two lists @long', async ({ page }) => {
  for (const [name, option] of [
    ['Month', 'March'],
    ['Year', '2024'],
  ] as const) {
    await page.locator(`#left_in-${name.toLowerCase()}`).hover();
    await page.locator('#left_in').getByRole('button', { name }).click();
    await page.getByRole('listbox').getByRole('option', { name: option }).click();
  }
  await expectReported(page, 'left_in', '03/2024');
});

test('one list alone reports nothing, stays on screen, and the other one is asked for once both are left @slow', async ({
  page,
}) => {
  const note = page.locator('#left_in .ui-note');
  await list(page, 'Month').focus();
  await list(page, 'Month').selectOption('3');
  await expectReported(page, 'left_in_unfinished', '3\n\n');
  await expectReported(page, 'left_in', '');
  await list(page, 'Year').focus();
  await expect(note).toBeEmpty();
  await page.keyboard.press('Tab');
  await expect(note).toHaveText('Please choose both the month and the year.');
  await list(page, 'Year').selectOption('2026');
  await expectReported(page, 'left_in', '03/2026');
  await expectReported(page, 'left_in_unfinished', '');
  await list(page, 'Month').selectOption('');
  await expectReported(page, 'left_in', '');
  await expect(list(page, 'Year')).toHaveValue('2026');
  await list(page, 'Year').selectOption('');
  await expectReported(page, 'left_in_unfinished', '');
});

test('a program fills in the whole answer, also with a year that is not listed @slow', async ({ page }) => {
  const whole = page.locator('[name=left_in]');
  await autofill(whole, '02/2025');
  await expect(list(page, 'Month')).toHaveValue('2');
  await expect(list(page, 'Year')).toHaveValue('2025');
  await autofill(whole, '1931-03');
  await expectReported(page, 'left_in', '03/1931');
  await expect(list(page, 'Year')).toHaveValue('1931');
  // A change by mistake can be taken back.
  await list(page, 'Year').selectOption('2025');
  await list(page, 'Year').selectOption('1931');
  await expectReported(page, 'left_in', '03/1931');
  await autofill(whole, '');
  await expectReported(page, 'left_in', '');
});
