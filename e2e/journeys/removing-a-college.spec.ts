import { expect } from 'playwright/test';
import { documentKeys } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

test('removing a college asks first, and deletes its transcript, which no later college inherits @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.presses('Add another college');
  await applicant.presses('Remove College 2');
  await expect(page.getByRole('group', { name: 'College 2', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeFocused();
  await applicant.reads('College 2 removed.');
  await applicant.presses('Add another college');
  await expect(page.getByRole('group', { name: 'College 2', exact: true })).toBeFocused();
  const transcript = page.locator('#college_2_transcript');
  await page.locator('input[name=college_2_city]').fill('Scranton');
  await transcript.locator('input[name=college_2_transcript]').setInputFiles(await pdfFile());
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Remove College 2' });
  await applicant.presses('Remove College 2');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible();
  await applicant.presses('Remove College 2');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await expect(transcript).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeFocused();
  expect(await documentKeys(page)).toEqual([]);
  await applicant.presses('Add another college');
  await expect(transcript.getByText('Choose a file')).toBeVisible();
  await expect(page.locator('input[name=college_2_city]')).toHaveValue('');
});

test('canceling while a college is being removed keeps what was typed, and says that the transcript is gone @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.presses('Add another college');
  const city = page.locator('input[name=college_2_city]');
  const transcript = page.locator('#college_2_transcript');
  await city.fill('Scranton');
  await transcript.locator('input[name=college_2_transcript]').setInputFiles(await pdfFile());
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/api/{pdf/,}document-answer/college_2_transcript', async (route) => {
    if (route.request().method() === 'DELETE') await mayAnswer.promise;
    await route.continue();
  });
  await applicant.presses('Remove College 2');
  const dialog = page.getByRole('dialog', { name: 'Remove College 2' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await city.fill('Scranton and Dunmore');
  mayAnswer.resolve();
  await applicant.reads('College 2 stays, but its file for Unofficial transcript is deleted.');
  await expect(city).toHaveValue('Scranton and Dunmore');
  await expect(transcript.getByText('Choose a file')).toBeVisible();
  expect(await documentKeys(page)).toEqual([]);
});

test('a transcript that cannot be deleted is reported with its college @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.presses('Add another college');
  const transcript = page.locator('#college_2_transcript');
  await transcript.locator('input[name=college_2_transcript]').setInputFiles(await pdfFile());
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await page.route('**/api/{pdf/,}document-answer/college_2_transcript', (route) =>
    route.fulfill({ status: 500, json: { message: 'Not now.' } }),
  );
  const sentence = 'Error deleting file for College 2: Unofficial transcript: Not now.';
  await transcript.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await applicant.reads(sentence);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(sentence)).toBeHidden();
  await applicant.presses('Remove College 2');
  const dialog = page.getByRole('dialog', { name: 'Remove College 2' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await applicant.reads(sentence);
});

test('removing a college ends the upload of its transcript @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  await applicant.presses('Add another college');
  await page.route('**/api/pdf/document-answer/college_2_transcript', async (route) => {
    if (route.request().method() !== 'GET') await route.continue();
    else await route.fulfill({ json: { status: 'IN_PROGRESS', message: '' } });
  });
  const transcript = page.locator('#college_2_transcript');
  await transcript.locator('input[name=college_2_transcript]').setInputFiles(await pdfFile());
  await expect(transcript.getByText(/Converting/).first()).toBeVisible();
  await applicant.presses('Remove College 2');
  const dialog = page.getByRole('dialog', { name: 'Remove College 2' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(transcript).toBeHidden();
  expect(await documentKeys(page)).toEqual([]);
});

test('a college that the server refuses to add is reported once @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  await page.route('**/api/add-another', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 422, json: { message: 'We know of no such button.' } }),
  );
  await applicant.presses('Add another college');
  const toast = page.getByRole('alertdialog');
  await expect(toast).toContainText('Add Another Error');
  await expect(
    toast.getByText('Error adding another college: We know of no such button.', { exact: true }),
  ).toBeVisible();
});
