import { expect } from 'playwright/test';
import { test } from '../support/test.ts';

test('a failure of tabs and lists is reported once; answers are saved, and both are sent in the end @long', async ({
  page,
  server,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  let puts = 0;
  for (const call of ['tabs', 'add-another'])
    await page.route(`**/api/${call}`, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      puts += 1;
      return route.fulfill({ status: 500, json: { message: 'Broken.' } });
    });
  const toast = page.getByRole('alertdialog');
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await expect(toast).toContainText('Error handling tabs for Describe your experience: Broken.');
  await applicant.presses('Add another college');
  await expect(toast.filter({ hasText: /Error adding another/ })).toHaveCount(1);
  await page.locator('[name=employ_experience]').fill('Ten years as a nurse');
  await expect
    .poll(async () => (await (await page.request.get(`${server.url}/api/profile`)).json()).answer)
    .toMatchObject({ employ_experience: 'Ten years as a nurse' });
  await applicant.reads(/^Answers saved to your account\. Trying again soon: a change waiting\./);
  await expect.poll(() => puts).toBeGreaterThan(3);
  await expect(toast).toHaveCount(2);
  await page.unrouteAll();
  await applicant.reads(/^Saved to your account/);
  await expect(toast).toHaveCount(0);
  const counts = await page.request.get(`${server.url}/api/add-another`);
  expect(await counts.json()).toMatchObject({ college: 2 });
});

test('an application is submitted although the server fails to note status, page and messages @slow', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  for (const call of ['web-status', 'last-page', 'validations'])
    await page.route(`**/api/${call}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken.' } }),
    );
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  await applicant.reads('Your application was successfully submitted.');
  await expect(page.getByRole('alertdialog').filter({ hasText: 'Error' })).toHaveCount(0);
});
