import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';

// Without a worker that keeps the page's files.
test.use({ serviceWorkers: 'block' });

for (const [press, dialog] of [
  ['Help', 'Technical help'],
  ['Account', 'Account'],
  [tenant.texts.privacy, tenant.texts.privacy],
] as const)
  test(`a press on ${press} whose code cannot be loaded says so, leaves the form, and still opens later @slow`, async ({
    page,
    server,
  }) => {
    const applicant = new Applicant(page, server);
    await applicant.opens('/about');
    await applicant.answers('First name', 'Zoë');
    await applicant.reads('Saved on this device');
    await page.route('**/assets/*.js', (route) => route.abort());
    await applicant.presses(press);
    const notice = page.getByText('This has not loaded.');
    await expect(notice).toBeVisible();
    if (press === 'Help') await expect(page.getByRole('link', { name: tenant.helpEmail })).toHaveCount(2);
    await applicant.answers('Last name', 'O’Brien');
    await applicant.hasAnswered('First name', 'Zoë');
    await page.unroute('**/assets/*.js');
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
