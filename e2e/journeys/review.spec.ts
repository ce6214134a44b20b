import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('the whole application is read before Submit, without a network, and each section leads to its first field', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft({ middle_name: '', race_asian: 'true', race_white: 'true' });
  await applicant.opens('/final-steps');
  await applicant.presses('Read your whole application');
  const whole = page.locator('.review');
  await expect(whole.getByRole('heading', { level: 3 }).first()).toHaveText('Name');
  await expect(whole).toContainText('Asian; White');
  await expect(whole).toContainText('February 29, 1996');

  await page.context().setOffline(true);
  await applicant.presses('Close your whole application');
  await applicant.answers('Name of a graduate who referred you', 'Ada Byron');
  await applicant.presses('Read your whole application');
  await expect(whole).toContainText('Ada Byron');
  await page.context().setOffline(false);

  await whole.getByRole('link', { name: 'Change Your address' }).click();
  await applicant.isAt('/about');
  await expect(page.locator('#country').locator('select, button, input').first()).toBeFocused();
});

test('a visitor reads the whole, and what cannot be undone is said before Submit @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/final-steps');
  await applicant.presses('Read your whole application');
  await expect(page.locator('.review')).toContainText('Not answered');
  await expect(page.locator('.review').getByRole('link')).toHaveCount(0);
  await applicant.reads(/you cannot change your application/);
});
