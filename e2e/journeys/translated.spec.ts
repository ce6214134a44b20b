import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';
import { translates } from '../support/translator.ts';

/** Returns the errors of the page's console, as they happen. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const messages = (page: Page, name: string) => page.locator(`#${name} .ui-messages`);
const standing = (page: Page) => page.locator('.form-sections-button');

test('a page that the browser translates still works: counts and notes change, and so do pages @slow', async ({
  page,
  applicant,
}) => {
  const complaints = complaintsOf(page);
  await applicant.opens('/about');
  // Browsers translate a page that has loaded with its scripts.
  await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
  await translates(page);
  for (const [name, count] of [
    ['Zoë', '1'],
    ['', '0'],
    ['Zoë', '1'],
  ] as const) {
    await field(page, 'first_name').fill(name);
    await expect(standing(page)).toHaveText(`«${count}»« of »«12»« required answered»`);
  }
  await expect(page.getByText('«Saved on this device»').first()).toBeVisible();
  await standing(page).click();
  await page.locator('#sections a[href="#address-heading"]').click();
  await expect(page.locator('#sections')).toBeHidden();
  await page.getByRole('link', { name: '«Education»' }).click();
  await applicant.isAt('/signup');
  expect(complaints).toEqual([]);
});

test('questions, colleges, tabs and dialogs appear and disappear in a page that the browser translates @long', async ({
  page,
  applicant,
}) => {
  test.slow();
  const complaints = complaintsOf(page);
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');
  await translates(page);
  for (const city of ['Scranton', 'Erie']) {
    await page.getByRole('button', { name: '«Add another college»' }).click();
    await field(page, 'college_2_city').fill(city);
    await expect(page.getByText(/^«Saved to your account/).first()).toBeVisible();
    await page.getByRole('button', { name: '«Remove » «College 2»' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '«Remove»' }).click();
    await expect(field(page, 'college_2_city')).toHaveCount(0);
  }
  for (const name of ['Describe', 'Upload', 'Describe'])
    await page.getByRole('tab', { name: new RegExp(`«${name}`) }).click();
  await field(page, 'employ_experience').fill('Ships.');
  await page.getByRole('button', { name: '«Help»' }).click();
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const radio of await page.getByRole('radio').all()) await radio.dispatchEvent('click');
  await expect(page.getByText(/^«Saved to your account/).first()).toBeVisible();
  await page.reload();
  await expect(field(page, 'employ_experience')).toHaveValue('Ships.');
  expect(complaints).toEqual([]);
});

test('an application is refused, corrected and submitted in a page that the browser translates @long', async ({
  page,
  applicant,
  server,
}) => {
  const complaints = complaintsOf(page);
  await applicant.hasACompleteDraft({ first_name: '' });
  await page.goto(`${server.url}/about`);
  await applicant.reads('About You');
  await translates(page);
  await page.getByRole('link', { name: '«Final Steps»' }).click();
  await page.getByRole('button', { name: '«Submit»' }).click();
  await page.getByRole('link', { name: '«Please enter your first name.»' }).click();
  for (const name of ['Z', '', 'Zoë']) {
    await field(page, 'first_name').fill(name);
    await field(page, 'middle_name').focus();
    await expect(messages(page, 'first_name')).toHaveText(
      name === '' ? ['«Please enter your first name.»'] : [],
    );
  }
  await page.getByRole('link', { name: '«Final Steps»' }).click();
  await page.getByRole('button', { name: '«Submit»' }).click();
  await applicant.isAt('/completion');
  await applicant.reads('«Your application was successfully submitted.»');
  expect(complaints).toEqual([]);
});
