import { expect } from 'playwright/test';
import { choose } from '../support/documents.ts';
import { pdfFile, pngFile } from '../support/files.ts';
import { test } from '../support/test.ts';

test('attaching and deleting a file by keyboard keeps the place, and is announced @slow', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  const button = transcript.getByRole('button', { name: /^Choose a file/ });
  const card = transcript.getByRole('group');
  await button.focus();
  await choose(transcript, await pdfFile());
  await expect(card).toBeFocused();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(card).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await expect(page.getByRole('status').getByText('File deleted.')).toBeAttached();

  const other = page.getByLabel('CEEB code');
  await choose(transcript, await pdfFile());
  await other.focus();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(other).toBeFocused();
});

test('a file is what its bytes say: a name without an ending gets one @slow', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile('Transcript'));
  await expect(transcript.getByText('Transcript.pdf')).toBeVisible();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await transcript.getByRole('button', { name: 'Delete Transcript.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await choose(transcript, await pngFile('unofficial transcript 2026 10.15'));
  await applicant.reads('unofficial transcript 2026 1.png');
});

test('the page offers to shorten a long name @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile('unofficial transcript of records 2026.pdf'));
  await page.getByRole('dialog').getByRole('button', { name: 'Use this name' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('a file of a wrong type is refused where it was chosen, and a mislabeled one by the server', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(transcript.getByText(/This type of file cannot be read/).first()).toBeVisible();
  await choose(transcript, { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
  await expect(transcript.getByText(/This file is empty/).first()).toBeVisible();
  await choose(transcript, { name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
  await applicant.reads(/Error uploading file for Unofficial transcript/);
});

test('an upload can be cancelled @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await page.route('**/storage/**', () => undefined);
  await choose(transcript, await pngFile());
  await expect(transcript.getByRole('progressbar')).toHaveAccessibleName(/^Uploading/);
  await transcript.getByRole('button', { name: /^Cancel/ }).click();
  await expect(transcript.getByText('Choose a file')).toBeVisible();
  const documents = await page.evaluate(() => fetch('/api/document-answer').then((answer) => answer.json()));
  expect(documents.college_transcript?.status ?? 'NOT_ANSWERED').toBe('NOT_ANSWERED');
});

for (const way of ['drop', 'paste'] as const) {
  test(`a file can be chosen by ${way} @long`, async ({ page, applicant }) => {
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    const { name, mimeType, buffer } = await pngFile('pasted.png');
    await transcript.getByRole('group').evaluate(
      (zone, { kind, file }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }));
        const init = { bubbles: true, cancelable: true };
        if (kind === 'paste')
          zone.dispatchEvent(new ClipboardEvent(kind, { ...init, clipboardData: transfer }));
        else
          for (const step of ['dragenter', 'dragover', 'drop'])
            zone.dispatchEvent(new DragEvent(step, { ...init, dataTransfer: transfer }));
      },
      { kind: way, file: { name, type: mimeType, bytes: [...buffer] } },
    );
    await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
    await expect(transcript.getByText('pasted.png')).toBeVisible();
  });
}
