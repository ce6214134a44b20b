import { expect, type Locator } from 'playwright/test';
import sharp from 'sharp';
import { choose } from '../support/documents.ts';
import { pdfFile, pngFile, storedPages, type UploadFile } from '../support/files.ts';
import { test } from '../support/test.ts';

/** A photo as a phone takes it: large, and stored sideways with its orientation as metadata. */
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

/** What Firefox does when it resists fingerprinting: each pixel that a page reads is a random one. */
const HIDING = `OffscreenCanvasRenderingContext2D.prototype.getImageData = (x, y, width, height) =>
  new ImageData(Uint8ClampedArray.from({ length: width * height * 4 }, () => Math.random() * 256), width, height)`;

/** A photographed page of a transcript: one color, stored sideways. */
async function pagePhoto(name: string, background: { r: number; g: number; b: number }): Promise<UploadFile> {
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Presses until it counts: at once, in the place of the button before, it could be the rest of a double click. */
async function usesThePdf(look: Locator): Promise<void> {
  await expect(async () => {
    const use = look.getByRole('button', { name: 'Use this PDF' });
    if (await use.isVisible()) await use.click({ timeout: 1000 });
    await expect(look).toBeHidden({ timeout: 1000 });
  }).toPass();
}

test('a phone’s photo is reduced, upright and under a shorter name @slow', async ({ page, applicant }) => {
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

/** What Safari 15.4 and Firefox 102 lack, and what turns no photo upright there. */
const LACKING = `delete globalThis.OffscreenCanvas; delete globalThis.createImageBitmap;`;

test.describe('in a browser whose workers cannot draw', () => {
  test.use({ serviceWorkers: 'block' });

  test('photos become one PDF, and one photo is reduced, upright @slow', async ({
    page,
    applicant,
    server,
  }) => {
    await page.addInitScript(LACKING);
    await page.route(/\/assets\/(photos-to-pdf|shrink-photo)-/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${LACKING};${await response.text()}` });
    });
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    await choose(transcript, await phonePhoto());
    const one = page.getByRole('dialog', { name: 'Make this photo fit?' });
    const preview = one.getByRole('img');
    await expect(preview).toBeVisible({ timeout: 30_000 });
    const [width, height] = await preview.evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ]);
    expect(height).toBeGreaterThan(width ?? 0);
    await one.getByRole('button', { name: 'Cancel' }).click();

    await choose(
      transcript,
      await pagePhoto('first.jpg', { r: 200, g: 30, b: 30 }),
      await pagePhoto('second.jpg', { r: 20, g: 120, b: 40 }),
    );
    const several = page.getByRole('dialog', { name: 'Make one PDF of your photos' });
    await several.getByRole('button', { name: 'Make one PDF' }).click();
    const look = page.getByRole('dialog', { name: 'Can you read every page?' });
    await expect(look.getByRole('img')).toHaveCount(2);
    await usesThePdf(look);
    await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
    expect(await storedPages(server.dataDir, 2)).toEqual([
      { isUpright: true, color: 'red' },
      { isUpright: true, color: 'green' },
    ]);
  });
});

test('several photos become one PDF: in the chosen order, upright, with a preview @long', async ({
  page,
  applicant,
  server,
}) => {
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
  // By keyboard: the focus moves with the page, and to its neighbor when the page is removed.
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
  await usesThePdf(look);
  await expect(transcript.getByText(/^Attached/)).toBeVisible({ timeout: 60_000 });
  await expect(transcript.getByText('first.pdf')).toBeVisible();
  expect(await storedPages(server.dataDir, 2)).toEqual([
    { isUpright: true, color: 'red' },
    { isUpright: true, color: 'green' },
  ]);
});

test('a photo that this browser cannot read gets a plain sentence @long', async ({ page, applicant }) => {
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

test.describe('without a worker that keeps the page’s files', () => {
  test.use({ serviceWorkers: 'block' });

  test('a part of the page that does not load is not blamed on the photos @long', async ({
    page,
    applicant,
  }) => {
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    await page.route(/\/assets\/(photos-to-pdf|shrink-photo)-/, (route) => route.fulfill({ status: 404 }));
    await choose(transcript, await phonePhoto());
    const one = page.getByRole('dialog', { name: 'Make this photo fit?' });
    await expect(one.getByRole('alert')).toContainText('A part of this page did not load');
    await page.unroute(/\/assets\/(photos-to-pdf|shrink-photo)-/);
    await one.getByRole('button', { name: 'Try again' }).click();
    await expect(one.getByRole('img')).toBeVisible({ timeout: 30_000 });
    await one.getByRole('button', { name: 'Cancel' }).click();

    await page.route(/\/assets\/(photos-to-pdf|shrink-photo)-/, (route) => route.fulfill({ status: 404 }));
    await choose(transcript, await pngFile('one.png'), await pngFile('two.png'));
    const several = page.getByRole('dialog', { name: 'Make one PDF of your photos' });
    await several.getByRole('button', { name: 'Make one PDF' }).click();
    await expect(several.getByRole('alert')).toContainText('A part of this page did not load');
    await page.unroute(/\/assets\/(photos-to-pdf|shrink-photo)-/);
    await several.getByRole('button', { name: 'Make one PDF' }).click();
    await expect(page.getByRole('dialog', { name: 'Can you read every page?' })).toBeVisible();
  });
});

test.describe('in a browser that hides what pages draw', () => {
  test.use({ serviceWorkers: 'block' });

  test('no stripes are offered: a sentence says what to do @slow', async ({ page, applicant }) => {
    await applicant.comesLoggedIn('/education');
    const transcript = page.locator('#college_transcript');
    await page.route(/\/assets\/(photos-to-pdf|shrink-photo)-/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${HIDING};${await response.text()}` });
    });
    await choose(transcript, await phonePhoto());
    const one = page.getByRole('dialog', { name: 'Make this photo fit?' });
    await expect(one.getByRole('alert')).toContainText('This browser hides what pages draw');
    await one.getByRole('button', { name: 'Cancel' }).click();

    await choose(transcript, await pngFile('one.png'), await pngFile('two.png'));
    const several = page.getByRole('dialog', { name: 'Make one PDF of your photos' });
    await several.getByRole('button', { name: 'Make one PDF' }).click();
    await expect(several.getByRole('alert')).toContainText('one JPEG or PNG of at most 1 MB');
  });
});

test('a smaller photo can be checked at its own size, and rejected @long', async ({ page, applicant }) => {
  await applicant.comesLoggedIn('/education');
  const transcript = page.locator('#college_transcript');
  await choose(transcript, await phonePhoto());
  const dialog = page.getByRole('dialog', { name: 'Make this photo fit?' });
  const picture = dialog.getByRole('img', { name: 'What will be uploaded' });
  const isWhole = () =>
    picture.evaluate((image: HTMLImageElement) => image.clientWidth < 0.5 * image.naturalWidth);
  await expect(picture).toBeVisible({ timeout: 30_000 });
  await expect.poll(isWhole).toBe(true);
  await dialog.getByRole('button', { name: 'Enlarge: the photo' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Show whole: the photo' })).toBeFocused();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.clientWidth / image.naturalWidth))
    .toBe(1);
  const sheet = dialog.getByRole('group', { name: 'What will be uploaded, enlarged' });
  await page.keyboard.press('Tab');
  await expect(sheet).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => sheet.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Show whole: the photo' }).tap();
  await expect.poll(isWhole).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(dialog).toBeHidden();
  await expect(transcript.getByText('Choose a file')).toBeVisible();
});

test('a photo that the browser cannot show is named at its page, at once @long', async ({
  page,
  applicant,
}) => {
  await applicant.comesLoggedIn('/education');
  const good = await pagePhoto('one.jpg', { r: 200, g: 200, b: 200 });
  await choose(page.locator('#college_transcript'), good, {
    name: 'bad.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no photo'),
  });
  const dialog = page.getByRole('dialog', { name: 'Make one PDF of your photos' });
  const pages = dialog.getByRole('listitem');
  await expect(pages.nth(1)).toContainText('This browser cannot read this photo.');
  await expect(pages.nth(1).getByRole('img')).toHaveCount(0);
  await expect(pages.nth(0)).not.toContainText('cannot read');
});
