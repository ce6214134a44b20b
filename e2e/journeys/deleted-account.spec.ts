import { expect } from 'playwright/test';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a device that holds a draft of a deleted account says so, and a new account gets the draft', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await page.goto('about:blank');
  await context.clearCookies();
  await admin(server, 'delete', applicant.email, '--yes');

  await applicant.opens('/login');
  const notice = page.getByText(/the account was deleted on \w+ \d+, \d{4}\. The answers are still here/);
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up', exact: true }).last().click();
  await applicant.signsUp();
  await applicant.confirms();
  await applicant.logsIn();
  await applicant.hasAnswered('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
