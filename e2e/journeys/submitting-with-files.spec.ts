import { expect } from 'playwright/test';
import { choose } from '../support/documents.ts';
import { pdfFile } from '../support/files.ts';
import { test } from '../support/test.ts';

test('Submit waits for a file that is on its way, and leads to it @slow', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/education');
  let isHeld = true;
  const converting = { status: 'IN_PROGRESS', message: 'Your document is being converted.' };
  await page.route('**/api/pdf/document-answer/college_transcript', async (route) => {
    await (isHeld && route.request().method() === 'GET'
      ? route.fulfill({ json: converting })
      : route.continue());
  });
  // The lists that are read beside the status must not show the file earlier.
  await page.route(/\/api\/(document-answer|profile)$/, async (route) => {
    if (!isHeld) return route.continue();
    const response = await route.fetch();
    const { document_answer: ofProfile, ...read } = await response.json();
    const json = ofProfile
      ? { ...read, document_answer: held(ofProfile, converting) }
      : held(read, converting);
    await route.fulfill({ response, json });
  });
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/Converting/).first()).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  const dialog = page.getByRole('dialog', { name: 'File Upload in Progress' });
  await expect(dialog).toContainText('Please wait until the file upload has completed.');
  await dialog.getByRole('link', { name: 'Unofficial transcript' }).click();
  await expect(dialog).toBeHidden();
  await applicant.isAt('/education');
  await expect(transcript).toBeInViewport();
  isHeld = false;
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  const { answer, document_answer: documents } = await page.evaluate(() =>
    fetch('/api/profile').then((profile) => profile.json()),
  );
  expect(answer).toHaveProperty('college_transcript');
  expect(documents.college_transcript.status).toBe('COMPLETED');
});

test('Submit waits for a file that another device has sent, and its field follows it @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  const wait = 'Please wait until the file upload has completed.';
  let state = 'IN_PROGRESS';
  const transcript = { file_name: 'transcript.pdf', file_size: 900 };
  await page.route('**/api/submit', (route) =>
    state === 'COMPLETED'
      ? route.continue()
      : route.fulfill({ status: 422, json: { message: wait, errors: { college_transcript: [wait] } } }),
  );
  await page.route('**/api/document-answer', (route) =>
    route.fulfill({ json: { college_transcript: { ...transcript, status: state } } }),
  );
  await page.route('**/api/pdf/document-answer/college_transcript', (route) =>
    route.fulfill({ json: { status: state, message: '' } }),
  );
  await applicant.presses('Submit');
  const dialog = page.getByRole('dialog', { name: 'File Upload in Progress' });
  await expect(dialog).toContainText(wait);
  await dialog.getByRole('link', { name: 'Unofficial transcript' }).click();
  await expect(
    page
      .locator('#college_transcript')
      .getByText(/Converting/)
      .first(),
  ).toBeVisible();
  state = 'COMPLETED';
  await expect(page.locator('#college_transcript').getByText(/^Attached/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('navigation').getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
});

test('of the files that Submit waits for, each link says whose it is @long', async ({ page, applicant }) => {
  await applicant.hasACompleteDraft();
  await applicant.opens('/final-steps');
  const wait = 'Please wait until the file upload has completed.';
  const errors = Object.fromEntries(
    ['college_transcript', 'college_2_transcript', 'college_3_transcript'].map((key) => [key, [wait]]),
  );
  await page.route('**/api/submit', (route) =>
    route.fulfill({ status: 422, json: { message: wait, errors } }),
  );
  await applicant.presses('Submit');
  const dialog = page.getByRole('dialog', { name: 'File Upload in Progress' });
  await expect(dialog.getByRole('link')).toHaveText([
    'Unofficial transcript',
    'College 2: Unofficial transcript',
    'College 3: Unofficial transcript',
  ]);
});

function held(documents: Record<string, object>, converting: object): object {
  return Object.fromEntries(
    Object.entries(documents).map(([key, document]) => [key, { ...document, ...converting }]),
  );
}
