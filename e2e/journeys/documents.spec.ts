import { expect, test, type Locator } from 'playwright/test';
import sharp from 'sharp';
import { Applicant } from '../support/applicant.ts';
import { pdfFile, pngFile, type UploadFile } from '../support/files.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** A photo as a phone takes it: large, and lying on its side with a note that says so. */
async function phonePhoto(): Promise<UploadFile> {
  const [width, height] = [2400, 1800];
  const noise = Buffer.alloc(width * height * 3);
  for (let i = 0; i < noise.length; i += 1) noise[i] = (i * 7919) % 251;
  const buffer = await sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 97 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(1_048_576);
  return { name: 'photo of my transcript, page one.jpg', mimeType: 'image/jpeg', buffer };
}

async function choose(field: Locator, file: UploadFile): Promise<void> {
  await field.locator('input[name=college_transcript]').setInputFiles(file);
}

test('a phone’s photo is made to fit, upright and under a name that fits', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await phonePhoto());
  const dialog = page.getByRole('dialog', { name: 'Make this photo fit?' });
  const preview = dialog.getByRole('img');
  await expect(preview).toBeVisible({ timeout: 30_000 });
  const [width, height] = await preview.evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.naturalHeight,
  ]);
  expect(height).toBeGreaterThan(width ?? 0);
  await dialog.getByRole('button', { name: 'Use this photo' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  const documents = await page.evaluate(() => fetch('/api/document-answer').then((answer) => answer.json()));
  expect(documents.college_transcript.file_name.length).toBeLessThanOrEqual(32);
  expect(documents.college_transcript.status).toBe('COMPLETED');
});

test('a long name is offered to be shortened', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile('unofficial transcript of records 2026.pdf'));
  await page.getByRole('dialog').getByRole('button', { name: 'Use this name' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('a file that we cannot take is refused where it was chosen, and one that is not what it says by the server', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(transcript.getByText(/This type of file cannot be read/).first()).toBeVisible();
  await choose(transcript, { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
  await expect(transcript.getByText(/This file is empty/).first()).toBeVisible();
  await choose(transcript, { name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
  await applicant.reads(/Error uploading file for Unofficial transcript/);
});

test('an upload that storage never got is noticed and said', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  await page.route('**/storage/**', (route) => route.fulfill({ status: 403, body: '' }));
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pngFile());
  await applicant.reads(/Your file did not reach us/);
  await page.unroute('**/storage/**');
  await transcript.getByRole('button', { name: 'Try again' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('switching tabs waits for a conversion, and takes the file away', async ({ page }) => {
  const applicant = new Applicant(page, server);
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
  await expect(page.locator('[name=employ_experience]')).toBeVisible();
  const documents = await page.evaluate(() => fetch('/api/document-answer').then((answer) => answer.json()));
  expect(documents.employ_resume?.status ?? 'NOT_ANSWERED').toBe('NOT_ANSWERED');
});
