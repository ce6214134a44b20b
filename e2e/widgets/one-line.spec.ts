import { expect, expectReported, test } from './gallery.ts';

test('fields behind a line open by its button, and for a program that fills one in', async ({ page }) => {
  const street = page.getByRole('textbox', { name: 'Street' });
  const change = page.getByRole('button', { name: 'Change College address' });
  await expect(change).toHaveAccessibleDescription(/^800 Linden Street/);
  await expect(street).toHaveCount(0);
  await change.focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('[name=street]')).not.toBeFocused();
  await expect(street).toHaveCount(0);
  await page.locator('[name=street]').fill('1 Elm Street');
  await expectReported(page, 'street', '1 Elm Street');
  await expect(street).toBeFocused();
  await expect(change).toBeHidden();
  await page.reload();
  await change.press('Enter');
  await expect(street).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(street).toBeFocused();
});
