import type { Page } from 'playwright/test';
import { autofill, description, expect, expectReported, paste, test } from './gallery.ts';

const box = (page: Page, name: string) => page.locator('#birth_date').getByRole('textbox', { name });

test('a date is typed by keyboard into three boxes', async ({ page }) => {
  await box(page, 'Month').focus();
  await page.keyboard.type('03');
  await page.keyboard.press('Tab');
  await page.keyboard.type('05');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1999');
  await expectReported(page, 'birth_date', '1999-03-05');
  await expect(box(page, 'Month')).toHaveValue('03');
});

test('typed with slashes, the boxes follow @long', async ({ page }) => {
  await box(page, 'Month').focus();
  await page.keyboard.type('3/5/1999');
  await expectReported(page, 'birth_date', '1999-03-05');
  await expect(box(page, 'Year')).toBeFocused();
});

test('a half or impossible date reports nothing and stays on screen @slow', async ({ page }) => {
  await box(page, 'Month').fill('2');
  await box(page, 'Day').fill('29');
  await box(page, 'Year').fill('2000');
  await expectReported(page, 'birth_date', '2000-02-29');
  await box(page, 'Year').fill('1999');
  await expectReported(page, 'birth_date', '');
  await expect(box(page, 'Day')).toHaveValue('29');
  await expect(box(page, 'Year')).toHaveValue('1999');
});

test('boxes that are left without a date say so, until they change @slow', async ({ page }) => {
  const note = page.locator('#birth_date .ui-note');
  await box(page, 'Month').fill('2');
  await box(page, 'Day').fill('30');
  await box(page, 'Year').fill('1999');
  await expect(note).toBeEmpty();
  await page.keyboard.press('Tab');
  await expect(note).toHaveText('This date does not exist; please check it.');
  await expect(page.getByRole('status').getByText('This date does not exist')).toBeAttached();
  expect(await description(box(page, 'Day'))).toBe('This date does not exist; please check it.');
  await expect(box(page, 'Day')).not.toHaveAttribute('aria-invalid');
  await box(page, 'Day').fill('');
  await expect(note).toBeEmpty();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(note).toHaveText('Please fill in month, day and year, with all four digits.');
  await box(page, 'Day').fill('28');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(note).toBeEmpty();
  await expectReported(page, 'birth_date', '1999-02-28');
});

const spellings = ['1999-03-05', '5 Mar 1999', '03/05/1999', 'March 5, 1999', '03051999'];
for (const [index, text] of spellings.entries()) {
  test(`"${text}" is accepted by paste into any box, and typed into the first${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
  }) => {
    await paste(box(page, 'Day'), text);
    await expectReported(page, 'birth_date', '1999-03-05');
    await expect(box(page, 'Month')).toHaveValue('3');
    await expect(box(page, 'Day')).toHaveValue('5');
    await box(page, 'Year').fill('');
    await box(page, 'Month').fill(text);
    await expectReported(page, 'birth_date', '1999-03-05');
  });
}

test('browsers fill in the parts or the whole date @slow', async ({ page }) => {
  await autofill(page.locator('[autocomplete=bday-month]'), '12');
  await autofill(page.locator('[autocomplete=bday-day]'), '31');
  await autofill(page.locator('[autocomplete=bday-year]'), '1988');
  await expectReported(page, 'birth_date', '1988-12-31');
  await autofill(page.locator('[name=birth_date]'), '1990-01-02');
  await expectReported(page, 'birth_date', '1990-01-02');
  await expect(box(page, 'Year')).toHaveValue('1990');
});

test('the group has a name, and its error is tied to it and to the first box @slow', async ({ page }) => {
  const group = page.getByRole('group', { name: 'Expected graduation' });
  expect(await description(group)).toContain('Please enter a valid date.');
  expect(await description(group.getByRole('textbox', { name: 'Month' }))).toContain(
    'Please enter a valid date.',
  );
  await expect(group.getByRole('textbox', { name: 'Month' })).toHaveAttribute('aria-invalid', 'true');
});
