import { expect } from 'playwright/test';
import { PASSWORD } from '../support/applicant.ts';
import { newestMailTo } from '../support/mailbox.ts';
import { admin } from '../support/server.ts';
import { test } from '../support/test.ts';

/** Of these, the page About You lacks its other required answers, and the agreement is missing. */
const DRAFT = { first_name: 'Ann', last_name: 'Lee', country: 'USA' };

test('an applicant reads what is left on each tab, beside Submit and in Welcome back @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft(DRAFT);
  await applicant.opens('/final-steps');
  const tabs = page.getByRole('navigation', { name: 'Application' });
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true });
  await expect(tab('About You')).toHaveAccessibleDescription('9 left');
  await expect(tab('Education')).toHaveAccessibleDescription('6 left');
  await expect(tab('Final Steps')).toHaveAccessibleDescription('1 left');

  const bar = page.locator('.form-actions');
  await expect(bar).toContainText('16 answers missing on About You, Education and Final Steps');
  await applicant.ticks(/^I certify/);
  await expect(tab('Final Steps')).toHaveAccessibleDescription('complete');
  await expect(bar).toContainText('15 answers missing on About You and Education');
  await expect(bar.locator('[data-complete]')).toHaveCount(0);
  await expect(page.getByText(/\d+ of \d+ required answered on all pages/)).toHaveText(/^4 of 19 /);

  // The first missing answer of the page.
  await bar.getByRole('link', { name: 'Education' }).click();
  await applicant.isAt('/education');
  await expect(page.locator('#program_type select')).toBeFocused();
  await expect(page).toHaveTitle(/^Education /);
});

test('of one draft, the applicant, the office and the reminder read the same count @slow', async ({
  page,
  applicant,
  server,
}) => {
  const count = '16 answers missing';
  const whole = `${count} on About You, Education and Final Steps`;
  await applicant.hasADraft(DRAFT);
  await applicant.calls('POST', '/public/login', { username: applicant.email, password: PASSWORD });
  await applicant.opens('/final-steps');
  await expect(page.locator('.form-actions')).toContainText(whole);
  await expect(page.locator('.welcome')).toContainText(whole);
  const left = await page.locator('.navigation small').allTextContents();
  expect(left.map((text) => Number.parseInt(text, 10))).toEqual([9, 6, 1]);

  await page.goto(await admin(server, 'office-link', '--for', 'Sam Standing', '--may', 'act'));
  await page.getByRole('button', { name: 'Open as Sam Standing' }).click();
  await page.getByRole('searchbox').fill(applicant.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row').filter({ hasText: applicant.email })).toContainText(count);
  await page.getByRole('link', { name: 'Remind…' }).click();
  await page.getByRole('button', { name: 'Remind 1 applicant' }).click();
  await applicant.reads('1 applicant will get a reminder in the next minutes.');
  expect(await newestMailTo(server, applicant.email, /reminders/)).toContain(`What is left: ${whole}.`);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'Ann Lee' }).click();
  await applicant.reads(new RegExp(whole));
});

test('the number of answers that are left only falls while required ones are given @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  const standing = page.locator('#standing-1');
  await expect(standing).toHaveText('6 left');
  await applicant.answers('Program type', 'Master’s degree');
  await expect(standing).toHaveText('5 left');
});

test('a complete draft says so at Submit, and is greeted so @slow', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  await expect(page.locator('.form-actions')).toContainText('Every required answer is there.');
});

test('somebody who comes back reads what is missing, and a page with messages says so in its title @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft(DRAFT);
  await applicant.calls('POST', '/public/login', { username: applicant.email, password: PASSWORD });
  await applicant.opens('/about');
  const banner = page.locator('.welcome');
  await expect(banner).toContainText('16 answers missing on About You, Education and Final Steps');
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  await expect(page).toHaveTitle(/^Education /);
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps', exact: true }).click();
  await applicant.isAt('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(page).toHaveTitle(/^Error: About You /);
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps', exact: true }).click();
  await expect(page).toHaveTitle(/^Error: Final Steps /);
  await applicant.ticks(/^I certify/);
  await expect(page).toHaveTitle(/^Final Steps /);
});
