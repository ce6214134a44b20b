import { expect, test, type Locator, type Page } from 'playwright/test';
import sharp from 'sharp';
import { completeAnswers } from '../access/answers.ts';
import { Applicant } from '../support/applicant.ts';
import { pdfFile, pngFile, storedPages, type UploadFile } from '../support/files.ts';
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

async function choose(field: Locator, ...files: UploadFile[]): Promise<void> {
  await field.locator('input[name=college_transcript]').setInputFiles(files);
}

/** A page of a transcript, photographed: one colour, lying on its side. */
async function pagePhoto(name: string, background: { r: number; g: number; b: number }): Promise<UploadFile> {
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
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

test('a list of documents that does not come is asked for until it does, and what is gone can be deleted', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  await applicant.reads('Add another college');
  let failures = 2;
  await page.route('**/api/document-answer', async (route) => {
    failures -= 1;
    if (failures < 0) await route.continue();
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

test('who attaches and deletes a file with the keyboard keeps the place, and hears of it', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  const input = transcript.locator('input[name=college_transcript]');
  const card = transcript.getByRole('group');
  await input.focus();
  await choose(transcript, await pdfFile());
  await expect(card).toBeFocused();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(card).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(input).toBeFocused();
  await expect(transcript.getByRole('status')).toHaveText('File deleted.');

  const other = page.getByLabel('CEEB code');
  await choose(transcript, await pdfFile());
  await other.focus();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(other).toBeFocused();
});

test('a long name is offered to be shortened', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile('unofficial transcript of records 2026.pdf'));
  await page.getByRole('dialog').getByRole('button', { name: 'Use this name' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('whether a smaller photo can still be read is seen in its own size, and there is a way out', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await phonePhoto());
  const dialog = page.getByRole('dialog', { name: 'Make this photo fit?' });
  const picture = dialog.getByRole('img', { name: 'What will be uploaded' });
  const isWhole = () =>
    picture.evaluate((image: HTMLImageElement) => image.clientWidth < 0.5 * image.naturalWidth);
  await expect(picture).toBeVisible({ timeout: 30_000 });
  expect(await isWhole()).toBe(true);
  await dialog.getByRole('button', { name: 'Enlarge: the photo' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Show whole: the photo' })).toBeFocused();
  expect(await picture.evaluate((image: HTMLImageElement) => image.clientWidth / image.naturalWidth)).toBe(1);
  const sheet = dialog.getByRole('group', { name: 'What will be uploaded, enlarged' });
  await page.keyboard.press('Tab');
  await expect(sheet).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => sheet.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Show whole: the photo' }).tap();
  expect(await isWhole()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(dialog).toBeHidden();
  await expect(transcript.getByText('Choose a file')).toBeVisible();
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
  await expect(page.getByRole('alertdialog')).toHaveCount(1);
  await page.unroute('**/storage/**');
  await transcript.getByRole('button', { name: 'Try again' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a file that fails while its applicant is elsewhere is told there, and at its field after a reload', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const refuse = Promise.withResolvers<void>();
  await page.route('**/api/presigned-url', async (route) => {
    await refuse.promise;
    await route.fulfill({ status: 422, json: { message: 'We cannot take this file.' } });
  });
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByRole('progressbar')).toBeVisible();
  await page.getByRole('link', { name: 'About You' }).click();
  await applicant.isAt('/about');
  refuse.resolve();
  const toast = page.getByRole('alertdialog');
  await expect(toast).toContainText(
    'Error uploading file for Unofficial transcript (transcript.pdf): We cannot take this file.',
  );
  await page.reload();
  await page.unroute('**/api/presigned-url');
  await page.getByRole('link', { name: 'Education' }).click();
  await expect(transcript.getByText('We cannot take this file.').first()).toBeVisible();
  await transcript.getByRole('button', { name: 'Try again' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
});

test('a conversion that takes long, or cannot be asked about, goes on, and nobody has to wait for it', async ({
  page,
}) => {
  await page.clock.install();
  const applicant = new Applicant(page, server);
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
  await applicant.presses('Keep it');
  await expect(page.locator('#employ_resume').getByText(/^Attached/)).toBeVisible();
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await applicant.presses('Switch and delete');
  await expect(page.locator('[name=employ_experience]')).toBeVisible();
  const documents = await page.evaluate(() => fetch('/api/document-answer').then((answer) => answer.json()));
  expect(documents.employ_resume?.status ?? 'NOT_ANSWERED').toBe('NOT_ANSWERED');
});

test('Submit waits for a file that is on its way, and leads to it', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.opens('/education');
  let isHeld = true;
  await page.route('**/api/pdf/document-answer/college_transcript', async (route) => {
    if (route.request().method() === 'GET' && isHeld) {
      await route.fulfill({ json: { status: 'IN_PROGRESS', message: 'Your document is being converted.' } });
    } else await route.continue();
  });
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await pdfFile());
  await expect(transcript.getByText(/Converting/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  const dialog = page.getByRole('dialog', { name: 'File Upload in Progress' });
  await expect(dialog).toContainText('Please wait until the file upload has completed.');
  await dialog.getByRole('link', { name: 'Unofficial transcript' }).click();
  await expect(dialog).toBeHidden();
  await applicant.isAt('/education');
  await expect(transcript).toBeInViewport();
  isHeld = false;
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
  const { answer, document_answer: documents } = await page.evaluate(() =>
    fetch('/api/profile').then((profile) => profile.json()),
  );
  expect(answer).toHaveProperty('college_transcript');
  expect(documents.college_transcript.status).toBe('COMPLETED');
});

test('Submit waits for a file that another device has sent, and its field follows it', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
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
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await applicant.presses('Submit');
  await applicant.isAt('/completion');
});

test('switching tabs deletes what is under the one that is left, and no file under the other', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
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

  // A file is something, though its answer be blank.
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

const documentKeys = (page: Page) =>
  page.evaluate(async () => Object.keys(await (await fetch('/api/document-answer')).json()));

test('removing a college asks first, and takes its transcript away, which none added later inherits', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  await applicant.presses('Add another college');
  await applicant.presses('Remove College 2');
  await expect(page.getByText('College 2')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'College', exact: true })).toBeFocused();
  await applicant.presses('Add another college');
  await expect(page.getByRole('region', { name: 'College 2' })).toBeFocused();
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
  await expect(page.getByRole('region', { name: 'College', exact: true })).toBeFocused();
  expect(await documentKeys(page)).toEqual([]);
  await applicant.presses('Add another college');
  await expect(transcript.getByText('Choose a file')).toBeVisible();
  await expect(page.locator('input[name=college_2_city]')).toHaveValue('');
});

test('who cancels while a college is being removed keeps what was typed, and reads that the transcript is gone', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
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

test('removing a college ends the upload of its transcript', async ({ page }) => {
  const applicant = new Applicant(page, server);
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

test('several photos become one PDF: in the order chosen, upright, with a look at it before', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(
    transcript,
    await pagePhoto('second.jpg', { r: 20, g: 120, b: 40 }),
    await pagePhoto('blurred.jpg', { r: 120, g: 120, b: 120 }),
    await pagePhoto('first.jpg', { r: 200, g: 30, b: 30 }),
  );
  const dialog = page.getByRole('dialog', { name: 'Make one PDF of your photos' });
  const tool = (name: string) => dialog.getByRole('button', { name });
  // By keyboard: the focus goes along with the page, and to its neighbour when the page is gone.
  await tool('Remove page 2').press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(tool('Remove page 2')).toBeFocused();
  await tool('Move page 2 up').press('Enter');
  await expect(dialog.getByRole('listitem').first()).toContainText('first.jpg');
  await expect(tool('Move page 1 down')).toBeFocused();
  await dialog.getByRole('button', { name: 'Make one PDF' }).click();
  const look = page.getByRole('dialog', { name: 'Can you read every page?' });
  await expect(look).toBeFocused();
  await expect(look.getByRole('img')).toHaveCount(2);
  await expect(look.getByText(/2 pages/)).toBeVisible();
  await look.getByRole('button', { name: 'Use this PDF' }).click();
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(transcript.getByText('first.pdf')).toBeVisible();
  expect(await storedPages(server.dataDir, 2)).toEqual([
    { isUpright: true, colour: 'red' },
    { isUpright: true, colour: 'green' },
  ]);
});

test('a photo that this browser cannot read gets a plain sentence', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, {
    name: 'IMG_0001.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('ftypheic'),
  });
  await applicant.reads(/This browser cannot read this photo/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await choose(transcript, await pngFile('one.png'), await pdfFile('two.pdf'));
  await expect(transcript.getByText(/one file, or several photos/).first()).toBeVisible();
});

test('a file chosen without a network waits, through a reload too, and goes up when there is one', async ({
  page,
  context,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
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

test('an upload can be cancelled', async ({ page }) => {
  const applicant = new Applicant(page, server);
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

for (const way of ['paste', 'drop'] as const) {
  test(`a file can be chosen by ${way}`, async ({ page }) => {
    const applicant = new Applicant(page, server);
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    const { name, mimeType, buffer } = await pngFile('pasted.png');
    await transcript.locator('input[name=college_transcript]').focus();
    await transcript.locator('input[name=college_transcript]').evaluate(
      (input, { kind, file }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }));
        input.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
            : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
        );
      },
      { kind: way, file: { name, type: mimeType, bytes: [...buffer] } },
    );
    await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
    await expect(transcript.getByText('pasted.png')).toBeVisible();
  });
}
