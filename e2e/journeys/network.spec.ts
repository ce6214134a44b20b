import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('letters typed offline wait, and reach the account when the network is back', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Offline: 1 answer waiting/);
  await context.setOffline(false);
  await applicant.reads(/Saved to your account/);
  const profile = await page.evaluate(() => fetch('/api/profile').then((answer) => answer.json()));
  expect(profile.answer.city).toBe('Erie');
});

test('if another device changed the same answer, the applicant is asked', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await applicant.answers('City', 'York');
  await applicant.reads(/Offline/);
  // The other device is another client with the same session.
  const put = await page.request.put(`${server.url}/api/answer`, {
    data: { answers: { city: 'Reading' } },
  });
  expect(put.ok()).toBe(true);
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Which answer should we keep?' });
  await expect(dialog.getByRole('definition')).toHaveText(['York', 'Reading']);
  await expect(dialog.getByRole('button', { name: 'Keep “York” (this device)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep “Reading” (other device)' }).click();
  await applicant.hasAnswered('City', 'Reading');
  await applicant.reads(/Saved to your account/);
});

test('many answers that differ can be decided at once @long', async ({ page, context, applicant }) => {
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await applicant.answers('City', 'York');
  await applicant.answers('First name', 'Zoë');
  await applicant.answers('Last name', 'Ng');
  await applicant.reads(/Offline/);
  await applicant.calls('PUT', '/api/answer', {
    answers: { city: 'Reading', first_name: 'Zoe', last_name: 'Nguyen' },
  });
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Which answer should we keep?' });
  await expect(dialog.getByText('(2 more after this one)')).toBeVisible();
  await dialog.getByLabel('Do the same for the other 2 answers').check();
  await dialog.getByRole('button', { name: 'Keep all 3 of this device' }).click();
  await expect(dialog).toBeHidden();
  await applicant.reads(/Saved to your account/);
  await page.reload();
  await applicant.hasAnswered('City', 'York');
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('Last name', 'Ng');
});

test('the question about a differing answer names its college @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.presses('Add another college');
  await page.locator('[name=college_2_city]').fill('Erie');
  await applicant.reads(/Saved to your account/);
  await context.setOffline(true);
  await page.locator('[name=college_2_city]').fill('York');
  await applicant.reads(/Offline/);
  await applicant.calls('PUT', '/api/answer', { answers: { college_2_city: 'Reading' } });
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Which answer should we keep?' });
  await expect(dialog.getByRole('status')).toContainText('“College 2: College city” differs');
});

test('what a failing server could not send at the start loads once it has recovered @long', async ({
  page,
  applicant,
  server,
}) => {
  const busy = { status: 503, json: { message: 'Not now.' } };
  // This device has the profile stored, but no list.
  await page.route(/\/api\/(add-another|tabs|document-answer)$/, (route) => route.fulfill(busy));
  await applicant.comesLoggedIn('/education');
  await applicant.reads(/^Saved to your account/);
  await page.route('**/api/**', (route) => route.fulfill(busy));
  await page.reload();
  await applicant.reads('We could not load this list.');
  const put = await page.request.put(`${server.url}/api/add-another`, {
    data: { button_id: 'college', num_components: 2 },
  });
  expect(put.ok()).toBe(true);
  await page.unrouteAll();
  await expect(page.locator('[name=college_2_name]')).toBeVisible({ timeout: 60_000 });
});
