import { expect } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';

test('another page of the browser shows an added college and the chosen tab @slow', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.comesLoggedIn('/education');
  const other = new Applicant(await page.context().newPage(), server, applicant.email);
  await other.opens('/education');
  const second = other.page.getByRole('heading', { name: 'College 2', exact: true });
  await expect(other.page.getByRole('button', { name: 'Add another college' })).toBeEnabled();
  await applicant.presses('Add another college');
  await expect(second).toBeVisible();

  const words = { name: 'Describe your experience' };
  await other.page.getByRole('tab', words).click();
  await expect(page.getByRole('tab', words)).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[name=employ_experience]')).toBeVisible();
});

test('a visitor’s tab is chosen on another page, too @slow', async ({ page, applicant, server }) => {
  await applicant.opens('/education');
  const other = new Applicant(await page.context().newPage(), server);
  await other.opens('/education');
  const words = { name: 'Describe your experience' };
  await applicant.page.getByRole('tab', words).click();
  await expect(other.page.getByRole('tab', words)).toHaveAttribute('aria-selected', 'true');
});
