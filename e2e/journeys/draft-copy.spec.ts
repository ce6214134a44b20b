import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

const FILE_PASSWORD = 'between two shifts';
/** Saves a copy and returns the path of the file. */
async function savesACopy(page: Page, applicant: Applicant): Promise<string> {
  await applicant.presses('Account');
  await applicant.presses('Save a copy of your answers');
  const dialog = page.getByRole('dialog', { name: 'Save a copy of your answers' });
  await dialog.getByLabel('Password for this file').fill('short');
  await dialog.getByRole('button', { name: 'Save the copy' }).click();
  await expect(dialog.getByText('Please choose a password of at least 8 characters.')).toBeVisible();
  await dialog.getByLabel('Password for this file').fill(FILE_PASSWORD);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the copy' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-application-\d{4}-\d\d-\d\d\.sealed$/);
  await expect(dialog).toBeHidden();
  return download.path();
}

async function opensTheCopy(page: Page, applicant: Applicant, file: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bring back answers from a copy' });
  if (!(await dialog.isVisible())) {
    await applicant.presses('Account');
    await applicant.presses('Bring back answers from a copy');
  }
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByLabel('Password for this file').fill(password);
  await dialog.getByRole('button', { name: 'Open the copy' }).click();
}

/** Presses it until it counts: at once after “Open the copy”, in the same place, it could be the rest of a double click. */
async function bringsBack(preview: Locator): Promise<void> {
  const press = preview.getByRole('button', { name: /^Bring back/ });
  await expect(async () => {
    if (await press.isVisible()) await press.click({ timeout: 1000 });
    await expect(press).toBeHidden({ timeout: 1000 });
  }).toPass();
}

test('answers move to another device as an encrypted file, are previewed and brought back, and that can be undone @long', async ({
  page,
  browser,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë 👩🏽‍🎓');
  await applicant.answers('Last name', 'O’Brien');
  await applicant.ticks(/^Text me about my application/);
  await applicant.reads('Saved on this device');
  const file = await savesACopy(page, applicant);
  expect((await readFile(file)).includes('Brien')).toBe(false);

  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = new Applicant(await elsewhere.newPage(), server);
  await other.opens('/about');
  await other.answers('Last name', 'Brown');
  await opensTheCopy(other.page, other, file, 'not the password');
  await other.reads('This password does not open the file.');
  await opensTheCopy(other.page, other, file, FILE_PASSWORD);
  const preview = other.page.getByRole('dialog', { name: /^Bring back \d+ answers\?$/ });
  await expect(preview.getByText('Brown')).toBeVisible();
  await expect(preview.getByText('O’Brien')).toBeVisible();
  await expect(preview.getByText('Yes', { exact: true })).toBeVisible();
  await bringsBack(preview);
  await other.page.getByRole('button', { name: 'Undo' }).click();
  await preview.getByRole('button', { name: 'Leave everything as it is' }).click();
  await other.hasAnswered('First name', '');
  await other.hasAnswered('Last name', 'Brown');

  await opensTheCopy(other.page, other, file, FILE_PASSWORD);
  await bringsBack(preview);
  await other.presses('Done');
  await other.reads('Saved on this device');
  await other.page.reload();
  await other.hasAnswered('First name', 'Zoë 👩🏽‍🎓');
  await other.hasAnswered('Last name', 'O’Brien');

  await opensTheCopy(other.page, other, file, FILE_PASSWORD);
  await other.reads('Nothing to bring back');
  await elsewhere.close();
});

test('a file that is not a copy is refused with a sentence, also offline @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.opens('/about');
  await workerIsReady(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await applicant.presses('Account');
  await applicant.presses('Bring back answers from a copy');
  const dialog = page.getByRole('dialog', { name: 'Bring back answers from a copy' });
  await dialog.getByRole('button', { name: 'Open the copy' }).click();
  await expect(dialog.getByText('Please choose the file that you saved.')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'photo.sealed',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('not a copy at all, but long enough to be looked into for one'),
  });
  await dialog.getByRole('button', { name: 'Open the copy' }).click();
  await expect(dialog.getByText(/This is not a copy of answers/)).toBeVisible();
});

test('if a copy is deleted before it is opened, the dialog asks for it again @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const file = test.info().outputPath('answers.sealed');
  await writeFile(file, 'on a stick that is pulled in a moment');
  await applicant.presses('Account');
  await applicant.presses('Bring back answers from a copy');
  const dialog = page.getByRole('dialog', { name: 'Bring back answers from a copy' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await rm(file);
  await dialog.getByLabel('Password for this file').fill(FILE_PASSWORD);
  await dialog.getByRole('button', { name: 'Open the copy' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please choose it again.');
  await expect(dialog.getByRole('button', { name: 'Open the copy' })).not.toHaveAttribute('data-pending');
});
