import { expect, type Locator, type Page } from 'playwright/test';
import sharp from 'sharp';
import { jpegFile, pdfFile, pngFile, type UploadFile } from '../../support/files.ts';
import type { Scene, State } from '../state.ts';

/** A photo of more than 1 MB. */
async function largePhoto(): Promise<UploadFile> {
  const [width, height] = [1200, 900];
  const noise = Buffer.alloc(width * height * 3);
  for (let i = 0; i < noise.length; i += 1) noise[i] = (i * 7919) % 251;
  const buffer = await sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(1_048_576);
  return { name: 'transcript.jpg', mimeType: 'image/jpeg', buffer };
}

const transcriptOn = (page: Page): Locator => page.locator('#college_transcript');

async function chooses({ page, applicant }: Scene, ...files: UploadFile[]): Promise<Locator> {
  await applicant.comesLoggedIn('/education');
  const transcript = transcriptOn(page);
  await transcript.locator('input[name=college_transcript]').setInputFiles(files);
  return transcript;
}

/** A file question from the moment that a file is chosen, and the dialogs that follow. */
export const fileStates: readonly State[] = [
  {
    name: 'a file on its way',
    title: 'Education',
    bring: async (scene) => {
      await scene.page.route('**/storage/**', () => undefined);
      const transcript = await chooses(scene, await pngFile());
      await expect(transcript.getByRole('progressbar')).toBeVisible();
    },
  },
  {
    name: 'a file being converted, and a switch of tabs that has to wait',
    title: 'Education',
    bring: async ({ page, applicant }) => {
      await applicant.comesLoggedIn('/education');
      await page.route('**/api/pdf/document-answer/employ_resume', async (route) => {
        if (route.request().method() === 'GET') {
          await route.fulfill({
            json: { status: 'IN_PROGRESS', message: 'Your document is being converted.' },
          });
        } else await route.continue();
      });
      await page.locator('input[name=employ_resume]').setInputFiles(await pdfFile('resume.pdf'));
      await applicant.reads(/Converting/);
      await page.getByRole('tab', { name: 'Describe your experience' }).click();
      await expect(page.getByRole('dialog', { name: 'File Upload in Progress' })).toBeVisible();
    },
  },
  {
    name: 'an attached file',
    title: 'Education',
    bring: async (scene) => {
      const transcript = await chooses(scene, await pngFile());
      await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'the question whether to delete a file',
    title: 'Education',
    bring: async (scene) => {
      const transcript = await chooses(scene, await pngFile());
      await transcript.getByRole('button', { name: /Delete/ }).click({ timeout: 30_000 });
      await scene.applicant.reads('Are you sure you want to delete your file?');
    },
  },
  {
    name: 'a file that did not arrive',
    title: 'Education',
    bring: async (scene) => {
      await scene.page.route('**/storage/**', (route) => route.fulfill({ status: 403, body: '' }));
      await chooses(scene, await pngFile());
      await scene.applicant.reads(/Your file did not reach us/);
      await expect(scene.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'a file that waits for a network',
    title: 'Education',
    bring: async ({ page, context, applicant }) => {
      await applicant.comesLoggedIn('/education');
      const transcript = transcriptOn(page);
      await expect(transcript.locator('input[name=college_transcript]')).toBeAttached();
      await context.setOffline(true);
      await transcript.locator('input[name=college_transcript]').setInputFiles(await pdfFile());
      await expect(transcript.getByText(/Waiting for a connection/).first()).toBeVisible();
    },
  },
  {
    name: 'fitting a photo',
    title: 'Education',
    bring: async (scene) => {
      await chooses(scene, await largePhoto());
      const dialog = scene.page.getByRole('dialog', { name: 'Make this photo fit?' });
      await expect(dialog.getByRole('img')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'shortening a name',
    title: 'Education',
    bring: async (scene) => {
      await chooses(scene, await pdfFile('unofficial transcript of records 2026.pdf'));
      await expect(scene.page.getByRole('dialog', { name: 'Shorten the name?' })).toBeVisible();
    },
  },
  {
    name: 'photos to be put into one PDF',
    title: 'Education',
    bring: async (scene) => {
      await chooses(scene, await jpegFile('first page.jpg'), await pngFile('second page.png'));
      const dialog = scene.page.getByRole('dialog', { name: 'Make one PDF of your photos' });
      await expect(dialog.getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'a look at the PDF of photos',
    title: 'Education',
    bring: async (scene) => {
      await chooses(scene, await jpegFile('first page.jpg'), await pngFile('second page.png'));
      await scene.applicant.presses('Make one PDF');
      const look = scene.page.getByRole('dialog', { name: 'Can you read every page?' });
      await expect(look.getByRole('img')).toHaveCount(2, { timeout: 30_000 });
    },
  },
];
