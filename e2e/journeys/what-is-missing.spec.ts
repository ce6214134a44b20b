import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('what is missing is listed by page, and names the college it is missing of', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft({ college_2_city: 'Scranton', college_3_city: 'Erie' });
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(page.locator('select[name=gender]')).toHaveAttribute('aria-invalid', 'true');
  const summary = page.locator('#error-summary');
  await expect(summary.getByRole('heading', { level: 3 })).toHaveText([
    'About You',
    'Education',
    'Final Steps',
  ]);
  await expect(summary.getByRole('link', { name: 'Please enter the name of your college.' })).toHaveText([
    'Please enter the name of your college.',
    'College 2: Please enter the name of your college.',
    'College 3: Please enter the name of your college.',
  ]);
});

test('an error that only another page has is listed under that page @long', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft({ alumni_email: 'nobody' });
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  const heading = page.locator('#error-summary').getByRole('heading', { level: 3 });
  await expect(heading).toHaveText('Final Steps');
  await page.locator('#error-summary').getByRole('link').click();
  await applicant.isAt('/final-steps');
  await expect(heading).toHaveCount(0);
});

test('Save posts the errors of all pages, not only of this one @long', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft({ alumni_email: 'nobody' });
  await applicant.calls('POST', '/api/web-status', { web_status: 'started' });
  await applicant.calls('POST', '/api/web-status', { web_status: 'validating' });
  await applicant.opens('/about');
  const posted = page.waitForRequest('**/api/validations');
  await applicant.answers('First name', '');
  await applicant.presses('Save');
  expect(Object.keys((await posted).postDataJSON())).toEqual(['first_name', 'alumni_email']);
});

test('Submit and the links of the summary count as a change of page, which hides the welcome @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/last-page', { last_page: '/final-steps' });
  await applicant.opens('/about');
  await applicant.isAt('/final-steps');
  const welcome = page.locator('.welcome');
  await expect(welcome).toBeVisible();
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(welcome).toHaveCount(0);
  await page.reload();
  await expect(welcome).toBeVisible();
  await page.getByRole('link', { name: 'Please select a program type.' }).click();
  await applicant.isAt('/education');
  await expect(page.locator('[name=program_type]')).toBeFocused();
  await expect(welcome).toHaveCount(0);
});

test('on a phone held sideways, the summary begins in the upper quarter @long', async ({
  page,
  applicant,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await applicant.comesLoggedIn('/final-steps');
  await applicant.presses('Submit');
  const summary = page.locator('#error-summary');
  await expect(summary).toBeFocused();
  const { y } = (await summary.boundingBox())!;
  expect(y).toBeLessThanOrEqual(390 / 4);
});

test.describe('on a device far from the university', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('somebody whose 13th birthday is tomorrow there is too young @slow', async ({ page, applicant }) => {
    await page.clock.setFixedTime('2026-11-19T23:59:59-05:00');
    await applicant.hasADraft({ birth_date: '2013-11-20' });
    await applicant.opens('/final-steps');
    await applicant.presses('Submit');
    await applicant.isAt('/about');
    await expect(
      page.locator('#birth_date').getByText('You must be 13 years or older to apply.'),
    ).toBeVisible();
  });
});
