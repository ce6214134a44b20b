// `npm run film`, after a build: films an applicant with a phone for the README. The film is a WebP picture that moves.
import { writeFile } from 'node:fs/promises';
import { chromium, type Locator, type Page } from 'playwright-core';
import sharp from 'sharp';
import { Applicant } from '../e2e/support/applicant.ts';
import { pdfFile } from '../e2e/support/files.ts';
import { startServer } from '../e2e/support/server.ts';
import { workerIsReady } from '../e2e/support/worker.ts';

const FILM = 'docs/images/film.webp';
const PHONE = { width: 390, height: 760 };
const FILM_WIDTH_PX = 300;
const CAPTION_HEIGHT_PX = 34;
const LETTERS_PER_FRAME = 3;

const frames: { readonly picture: Buffer; readonly shownMs: number }[] = [];

const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  await film(await context.newPage());
} finally {
  await browser.close();
  await server.stop();
}
await writeFile(FILM, await joined());

async function film(page: Page): Promise<void> {
  const applicant = new Applicant(page, server, 'zoe@example.org');
  const status = (text: RegExp) => page.getByText(text).first().waitFor();

  let caption = '1  A draft, without an account';
  await applicant.opens('/about');
  await workerIsReady(page);
  await take(page, caption, 1600);
  await types(page, 'First name', 'Zoë', caption);
  await types(page, 'Last name', 'Öztürk', caption);
  await status(/Saved on this device/);
  await take(page, caption, 1800);

  caption = '2  Offline, and opened again';
  await page.context().setOffline(true);
  await page.reload();
  await applicant.hasAnswered('Last name', 'Öztürk');
  await see(page, page.getByLabel(/^First name/));
  await take(page, caption, 1800);
  await types(page, 'Middle name', 'Ada', caption);
  await take(page, caption, 1800);

  caption = '3  An account keeps it';
  await page.context().setOffline(false);
  await applicant.hasACompleteDraft({ first_name: 'Zoë', middle_name: 'Ada', last_name: 'Öztürk' });
  await applicant.opens('/about');
  await status(/Saved to your account/);
  await take(page, caption, 2000);

  caption = '4  A transcript becomes a PDF';
  await turnsTo(page, 'Education');
  const transcript = page.locator('#college_transcript');
  await see(page, transcript);
  await take(page, caption, 1500);
  await transcript.locator('input[name=college_transcript]').setInputFiles([await pdfFile()]);
  await take(page, caption, 900);
  await transcript.getByText(/^Attached/).waitFor({ timeout: 60_000 });
  await take(page, caption, 2000);

  caption = '5  Submitted';
  await turnsTo(page, 'Final Steps');
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await see(page, submit);
  await take(page, caption, 1600);
  await submit.click();
  await page.waitForURL('**/completion');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await take(page, caption, 3500);
}

async function turnsTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Types a few letters at a time, so that the film shows the field fill up. */
async function types(page: Page, label: string, text: string, caption: string): Promise<void> {
  const field = page.getByRole('textbox', { name: new RegExp(`^${label}`) });
  await see(page, field);
  await field.focus();
  await take(page, caption, 600);
  for (let from = 0; from < text.length; from += LETTERS_PER_FRAME) {
    await field.pressSequentially(text.slice(from, from + LETTERS_PER_FRAME));
    await take(page, caption, 400);
  }
}

/** Scrolls until the element is in the upper third, below what sticks to the top. */
async function see(page: Page, element: Locator): Promise<void> {
  await element.evaluate((found, height) => {
    scrollBy({ top: found.getBoundingClientRect().top - height / 3, behavior: 'instant' });
  }, PHONE.height);
  await page.waitForTimeout(300);
}

async function take(page: Page, caption: string, shownMs: number): Promise<void> {
  const screenshot = await page.screenshot({ animations: 'disabled' });
  const height = Math.round((PHONE.height * FILM_WIDTH_PX) / PHONE.width);
  const banner = Buffer.from(
    `<svg width="${FILM_WIDTH_PX}" height="${CAPTION_HEIGHT_PX}"><rect width="100%" height="100%" fill="#1d4f40"/><text x="12" y="22" font-family="sans-serif" font-size="15" fill="#fff">${caption}</text></svg>`,
  );
  const picture = await sharp(screenshot)
    .resize({ width: FILM_WIDTH_PX, height })
    .extend({ top: CAPTION_HEIGHT_PX })
    .composite([{ input: banner, top: 0, left: 0 }])
    .png()
    .toBuffer();
  frames.push({ picture, shownMs });
}

function joined(): Promise<Buffer> {
  const delay = frames.map(({ shownMs }) => shownMs);
  return sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 60, delay, loop: 0, effort: 6 })
    .toBuffer();
}
