import { type Browser, expect, type Page } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import { choose, documentKeys } from '../support/documents.ts';
import { jpegFile, pdfFile } from '../support/files.ts';
import type { TestServer } from '../support/server.ts';
import { test } from '../support/test.ts';

/** Opens Education on the first device, and on another one in the same account. The two share no storage. */
async function onTwoDevices(browser: Browser, server: TestServer, applicant: Applicant): Promise<Page> {
  // Otherwise the other device would save its page, too, and then read the account's newer answers.
  const noted = applicant.page.waitForResponse((response) => response.url().endsWith('/api/last-page'));
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');
  await noted;
  const { cookies } = await applicant.page.context().storageState();
  const context = await browser.newContext({ storageState: { cookies, origins: [] } });
  const other = await context.newPage();
  const listed = other.waitForResponse((response) => response.url().endsWith('/api/document-answer'));
  await other.goto(`${server.url}/education`);
  await listed;
  await expect(other.locator('input[name=college_transcript]')).toBeAttached();
  return other;
}

async function attaches(page: Page, name: string): Promise<void> {
  await choose(page.locator('#college_transcript'), await pdfFile(name));
  await isAttached(page, name);
}

async function isAttached(page: Page, name: string): Promise<void> {
  const transcript = page.locator('#college_transcript');
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(transcript.getByText(name, { exact: true })).toBeVisible();
}

async function hasSaved(page: Page): Promise<void> {
  await page.waitForResponse(
    (response) => response.url().endsWith('/api/answer') && response.request().method() === 'PUT',
  );
}

async function savesAZip(page: Page, zip: string): Promise<void> {
  const saved = hasSaved(page);
  await page.locator('input[name=college_zip]').fill(zip);
  await saved;
}

test('a file that the account has from another device is shown, and replaced only when its applicant says so @long', async ({
  browser,
  server,
  page,
  applicant,
}) => {
  test.slow();
  const other = await onTwoDevices(browser, server, applicant);
  const theirs = other.locator('#college_transcript');
  const dialog = other.getByRole('dialog', { name: 'Replace file' });
  // The attached files are read, too. A read after the other device's change would already show the file.
  const read = page.waitForResponse((response) => response.url().endsWith('/api/profile'));
  await attaches(page, 'resume.pdf');
  await read;

  await choose(theirs, await jpegFile('transcript.jpg'));
  await expect(dialog).toContainText('Your account has “resume.pdf” here, from another device.');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await isAttached(other, 'resume.pdf');
  await expect(theirs.getByText('transcript.jpg')).toHaveCount(0);

  await theirs.getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(theirs.getByText('Choose a file')).toBeVisible();
  await expect(page.locator('#college_transcript').getByText('resume.pdf')).toBeVisible();
  await savesAZip(page, '18509');
  await expect(page.locator('#college_transcript').getByText('Choose a file')).toBeVisible();

  await attaches(page, 'first.pdf');
  await choose(theirs, await jpegFile('second.jpg'));
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await isAttached(other, 'second.jpg');
  await savesAZip(page, '18510');
  await isAttached(page, 'second.jpg');
  await other.context().close();
});

test('cancelling an upload leaves the file of another device alone @long', async ({
  browser,
  server,
  page,
  applicant,
}) => {
  test.slow();
  const other = await onTwoDevices(browser, server, applicant);
  const theirs = other.locator('#college_transcript');
  const replace = other.getByRole('dialog').getByRole('button', { name: 'Replace' });
  await attaches(page, 'resume.pdf');

  await choose(theirs, await pdfFile('slow.pdf'));
  await expect(replace).toBeVisible();
  await other.route('**/api/pdf/document-answer/*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await replace.click();
  await theirs.getByRole('button', { name: /^Cancel/ }).click();
  await isAttached(other, 'resume.pdf');
  expect(await documentKeys(page)).toEqual(['college_transcript']);
  await other.context().close();
});

test('a résumé and a description from two devices are both shown, and one is kept @long', async ({
  browser,
  server,
  page,
  applicant,
}) => {
  test.slow();
  const other = await onTwoDevices(browser, server, applicant);
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await page.locator('[name=employ_experience]').fill('Ships.');
  await applicant.reads(/Saved to your account/);
  await other.locator('input[name=employ_resume]').setInputFiles(await pdfFile('resume.pdf'));
  // Before it is converted, the other tab cannot be kept.
  await expect(other.locator('#employ_resume').getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });

  const notice = page.locator('.ui-notice', { hasText: 'Both are in your application' });
  await page.reload();
  await expect(notice).toContainText('resume.pdf');
  await expect(notice).toContainText('Ships.');
  await notice.getByRole('button', { name: 'Keep “Describe your experience”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Only one of these is kept' });
  await expect(dialog).toContainText('“Upload a résumé”');
  await dialog.getByRole('button', { name: 'Keep and delete' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.locator('[name=employ_experience]')).toHaveValue('Ships.');
  expect(await documentKeys(page)).toEqual([]);
  await other.context().close();
});
