import { expect } from 'playwright/test';
import { plainProgram } from '#testing/programs.ts';
import { documentKeys } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

test('a visitor’s description is on screen after a reload, and reaches the account with its tab @long', async ({
  page,
  applicant,
}) => {
  const words = page.locator('[name=employ_experience]');
  await applicant.opens('/education');
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await words.fill('Ten years as a nurse');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(words).toHaveValue('Ten years as a nurse');
  await words.fill('');
  await expect(words).toBeVisible();
  await words.fill('Eleven years as a nurse');
  await applicant.presses('Continue');
  await applicant.signsUp();
  await applicant.confirms();
  await applicant.logsIn();
  await applicant.reads(/Saved to your account/);
  const tabs = await page.evaluate(() => fetch('/api/tabs').then((response) => response.json()));
  expect(tabs).toEqual({ employ_experience_tabs: 'employ_experience' });
});

test('a tab that is shown because of its answer is not posted, and a refused one is posted and reported once @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasADraft({ employ_experience: 'Ten years as a nurse' });
  let posts = 0;
  await page.route('**/api/tabs', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    posts += 1;
    return route.fulfill({ status: 422, json: { message: 'We know of no such tab.' } });
  });
  await applicant.opens('/education');
  const words = page.locator('[name=employ_experience]');
  await expect(words).toHaveValue('Ten years as a nurse');
  await applicant.reads(/Saved to your account/);
  await words.fill('');
  await expect(words).toBeVisible();
  await words.fill('Eleven years as a nurse');
  await applicant.reads(/Saved to your account/);
  expect(posts).toBe(0);

  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/api/tabs') && response.request().method() === 'GET',
  );
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  await applicant.presses('Switch and delete');
  await asked;
  const toast = page.getByRole('alertdialog');
  await expect(toast).toContainText('Error handling tabs for Upload a résumé');
  // Sent after everything that is in line by now.
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/answer'));
  await applicant.answers('Program type', plainProgram['program_type_desc']!);
  await saved;
  expect(posts).toBe(1);
  await expect(toast).toHaveCount(1);
});

test('switching tabs waits for a conversion, and deletes the file @slow', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  let isHeld = true;
  await page.route('**/api/pdf/document-answer/employ_resume', async (route) => {
    if (route.request().method() === 'GET' && isHeld) {
      await route.fulfill({ json: { status: 'IN_PROGRESS', message: 'Your document is being converted.' } });
    } else await route.continue();
  });
  await page.locator('input[name=employ_resume]').setInputFiles(await pdfFile('resume.pdf'));
  await expect(
    page
      .locator('#employ_resume')
      .getByText(/Converting/)
      .first(),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await expect(page.getByRole('dialog', { name: 'File Upload in Progress' })).toBeVisible();
  await applicant.reads('Please wait until the file upload has completed.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  isHeld = false;
  await expect(page.locator('#employ_resume').getByText(/^Attached/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await applicant.presses('Keep it');
  await expect(page.locator('#employ_resume').getByText(/^Attached/)).toBeVisible();
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await applicant.presses('Switch and delete');
  await expect(page.locator('[name=employ_experience]')).toBeVisible();
  const documents = await page.evaluate(() => fetch('/api/document-answer').then((answer) => answer.json()));
  expect(documents.employ_resume?.status ?? 'NOT_ANSWERED').toBe('NOT_ANSWERED');
});

test('switching tabs deletes what is under the one that is left, and no file under the other @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const resume = page.locator('#employ_resume');
  const [uploading, describing] = ['Upload a résumé', 'Describe your experience'].map((name) =>
    page.getByRole('tab', { name }),
  );
  await page.locator('input[name=employ_resume]').setInputFiles(await pdfFile('resume.pdf'));
  await expect(resume.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await applicant.reads(/Saved to your account/);
  await applicant.calls('PUT', '/api/answer', { answers: { employ_experience: 'Ten years as a nurse' } });
  await applicant.calls('PUT', '/api/tabs', {
    tab_id: 'employ_experience_tabs',
    chosen_tab: 'employ_experience',
  });
  await page.reload();
  await expect(page.locator('[name=employ_experience]')).toHaveValue('Ten years as a nurse');
  await uploading?.click();
  await expect(page.getByRole('dialog')).toContainText('Describe your experience');
  await applicant.presses('Switch and delete');
  await expect(resume.getByText(/^Attached/)).toBeVisible();
  await applicant.reads(/Saved to your account/);
  expect(await documentKeys(page)).toEqual(['employ_resume']);

  // A file counts, although its answer is blank.
  await applicant.calls('PUT', '/api/answer', { answers: { employ_resume: '' } });
  await page.reload();
  await expect(resume.getByText(/^Attached/)).toBeVisible();
  await describing?.click();
  await applicant.presses('Keep it');
  expect(await documentKeys(page)).toEqual(['employ_resume']);
  await describing?.click();
  await applicant.presses('Switch and delete');
  await expect(page.locator('[name=employ_experience]')).toHaveValue('');
  expect(await documentKeys(page)).toEqual([]);
});

test('a tab that is chosen before the state of a file is known is chosen once it is @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await page.locator('input[name=employ_resume]').setInputFiles(await pdfFile('resume.pdf'));
  const attached = page.locator('#employ_resume').getByText(/^Attached/);
  await expect(attached).toBeVisible({ timeout: 60_000 });
  const describing = page.getByRole('tab', { name: 'Describe your experience' });
  const documents = '**/api/document-answer';
  let held = Promise.withResolvers<void>();
  // Stays until the end: the browser can lose a request that is made while the last route is removed.
  await page.route(documents, async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const answer of ['Keep it', 'Switch and delete']) {
    held = Promise.withResolvers();
    const asked = page.waitForRequest(documents);
    await page.reload();
    await asked;
    await describing.click();
    await expect(describing).toHaveAttribute('aria-selected', 'false');
    held.resolve();
    await applicant.presses(answer);
  }
  await expect(page.locator('[name=employ_experience]')).toBeVisible();
  await expect.poll(() => documentKeys(page)).toEqual([]);
});

test('switching tabs deletes the file although the list of documents cannot be loaded @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const resume = page.locator('#employ_resume');
  await page.locator('input[name=employ_resume]').setInputFiles(await pdfFile('resume.pdf'));
  await expect(resume.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await applicant.reads(/Saved to your account/);
  await page.route('**/api/document-answer', (route) =>
    route.fulfill({ status: 500, json: { message: 'The files are away.' } }),
  );
  await page.reload();
  await expect(resume).toContainText('The files are away.');
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await applicant.presses('Switch and delete');
  await expect(page.locator('[name=employ_experience]')).toBeVisible();
  await page.unroute('**/api/document-answer');
  expect(await documentKeys(page)).toEqual([]);
});
