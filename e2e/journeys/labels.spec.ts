import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('the button that has added a phone number says that it removes it @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  await applicant.presses('Add a phone number outside the United States and Canada');
  const remove = page.getByRole('button', { name: 'Remove the phone number outside' });
  await expect(remove).toBeFocused();
  await expect(page.getByRole('button', { name: 'Add a phone number outside' })).toHaveCount(0);
  await expect(remove.locator('svg')).toHaveCount(0);
  await remove.click();
  await expect(page.locator('[name=phone_international]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a phone number outside' })).toBeFocused();
});

test('nothing is called optional that cannot be left out @long', async ({ page, applicant }) => {
  await applicant.opens('/about');
  await applicant.presses('Add a phone number outside the United States and Canada');
  for (const [key, label] of [
    ['phone_home', 'Home phone'],
    ['phone_mobile', 'Cell phone'],
    ['phone_international', 'International phone'],
  ])
    await expect(page.locator(`#${key} label`)).toHaveText(label!);
  await expect(page.locator('#middle_name label')).toHaveText('Middle name (optional)');
  await applicant.opens('/education');
  await expect(page.locator('#entry_term label')).toHaveText('Entry term');
});
