import { expect } from 'playwright/test';
import { choose } from '../support/documents.ts';
import { pdfFile, pngFile } from '../support/files.ts';
import { test } from '../support/test.ts';
import { workerIsReady } from '../support/worker.ts';

test('a list of documents that does not load is requested until it does, and a missing file can be deleted @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');
  let reads = 0;
  await page.route('**/api/document-answer', async (route) => {
    reads += 1;
    if (reads > 2) await route.continue();
    else await route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' });
  });
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile('transcript.pdf'));
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 30_000 });
  for (const call of ['pdf/document-answer', 'document-answer'])
    await page.route(`**/api/${call}/college_transcript`, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 404, json: { message: 'There is no such file.' } });
    });
  await transcript.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(transcript.getByText(/^Attached/)).toHaveCount(0);
  await expect(transcript.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('an upload that storage never got is noticed and reported', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  await page.route('**/storage/**', (route) => route.fulfill({ status: 403, body: '' }));
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pngFile());
  await applicant.reads(/Your file did not reach us/);
  await expect(page.getByRole('alertdialog')).toHaveCount(1);
  await page.unroute('**/storage/**');
  await transcript.getByRole('button', { name: 'Try again' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a conversion that failed while nobody followed it is reported @long', async ({ page, applicant }) => {
  const status = 'FAILED';
  const message = 'This PDF is protected by a password.';
  await applicant.hasASession();
  await page.route('**/api/document-answer', (route) =>
    route.fulfill({ json: { college_transcript: { file_name: 'transcript.pdf', file_size: 900, status } } }),
  );
  await page.route('**/api/pdf/document-answer/college_transcript', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { status, message } }) : route.continue(),
  );
  await applicant.opens('/education');
  await expect(page.locator('#college_transcript').getByText(message).first()).toBeVisible();
  await expect(page.getByRole('alertdialog')).toContainText(
    `Error uploading file for Unofficial transcript (transcript.pdf): ${message}`,
  );
});

test('a file that fails while its applicant is on another page is reported there, and at its field after a reload @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const refuse = Promise.withResolvers<void>();
  await page.route('**/api/presigned-url', async (route) => {
    await refuse.promise;
    await route.fulfill({ status: 422, json: { message: 'We cannot take this file.' } });
  });
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByRole('progressbar')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
  await applicant.isAt('/about');
  refuse.resolve();
  const toast = page.getByRole('alertdialog');
  await expect(toast).toContainText(
    'Error uploading file for Unofficial transcript (transcript.pdf): We cannot take this file.',
  );
  await page.reload();
  await page.unroute('**/api/presigned-url');
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await expect(transcript.getByText('We cannot take this file.').first()).toBeVisible();
  await transcript.getByRole('button', { name: 'Try again' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('a conversion that takes long, or whose status cannot be read, continues, and nobody has to wait for it @long', async ({
  page,
  applicant,
}) => {
  await page.clock.install();
  await applicant.comesLoggedIn('/education');
  let trouble = 0;
  await page.route('**/api/pdf/document-answer/college_transcript', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    trouble += 1;
    if (trouble > 10) return route.continue();
    return route.fulfill({ status: 502, body: 'Bad gateway' });
  });
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/you can go on or leave/).first()).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 20_000 });
  expect(trouble).toBeGreaterThan(10);
});

test('a file chosen offline waits, also through a reload, and uploads once there is a network @long', async ({
  page,
  context,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await workerIsReady(page);
  await page.reload();
  const transcript = page.locator('#college_transcript');
  await expect(transcript).toBeVisible();
  await context.setOffline(true);
  const file = await pdfFile();
  await choose(transcript, file);
  await expect(transcript.getByText(/Waiting for a connection/).first()).toBeVisible();
  await applicant.reads(/Offline: 1 file waiting/);
  await page.reload();
  await expect(transcript.getByText(/Waiting for a connection/).first()).toBeVisible({ timeout: 15_000 });
  let posts = 0;
  page.on('request', (request) => {
    if (request.url().includes('/storage/') && request.method() === 'POST') posts += 1;
  });
  await context.setOffline(false);
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  expect(posts).toBe(1);
  const documents = await page.evaluate(() => fetch('/api/document-answer').then((answer) => answer.json()));
  expect(documents.college_transcript).toMatchObject({ file_name: 'transcript.pdf', status: 'COMPLETED' });
});

test('a file waits for a storage that cannot be reached, and uploads by itself @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  await page.route('**/storage/**', (route) => route.abort());
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText('Waiting to be uploaded. It uploads by itself.').first()).toBeVisible();
  await page.unroute('**/storage/**');
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});
