import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { GRAY, keepNewPicture, PAPER, SCREENS, storedPicture } from './contact-sheets.ts';
import type { papers, views } from './pictured.ts';
import { drawn } from './drawn.ts';
import { takeMode } from './modes.ts';

const run = promisify(execFile);

const MARGINS = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };

/** Two pictures are compared in squares of this many px, by the mean color of each square. */
const SQUARE_PX = 10;
/** A mean may differ by this much, of 255. Letters rendered slightly differently stay below it. */
const SHADE_TOLERANCE = 20;
/** This part of the squares may differ, for a time of day or an address. A main button covers three times as many. */
const SQUARES_TOLERANCE = 0.004;

/** A screenshot of the state, with fonts that every machine has that can run the tests. */
export async function pictureOf(
  page: Page,
  view: (typeof views)[number],
  sight: string | undefined,
): Promise<Buffer> {
  await takeMode(page, view);
  await page.evaluate(async () => {
    // The content security policy would stop a style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:root {
      --font-body: 'Liberation Sans', sans-serif !important;
      --font-heading: Caladea, serif !important;
    }`);
    document.adoptedStyleSheets = [sheet];
    await document.fonts.ready;
  });
  await drawn(page);
  await page.evaluate((selector) => {
    if (selector === undefined) scrollTo({ top: 0, behavior: 'instant' });
    else document.querySelector(selector)?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, sight);
  await drawn(page);
  return small(await page.screenshot({ animations: 'disabled' }), SCREENS[view.width]);
}

/** The first sheet of the state as printed. */
export async function printOf(page: Page, paper: (typeof papers)[number]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'print-'));
  try {
    const file = path.join(folder, 'print.pdf');
    await page.pdf({ path: file, format: paper, margin: MARGINS });
    await run('pdftoppm', ['-r', '100', '-png', '-singlefile', file, path.join(folder, 'sheet')]);
    return await small(await readFile(path.join(folder, 'sheet.png')), PAPER);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The text of each sheet of the state as printed. */
export async function printedSheets(page: Page): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'print-'));
  try {
    const file = path.join(folder, 'print.pdf');
    await page.pdf({ path: file, format: 'A4', margin: MARGINS });
    const { stdout } = await run('pdftotext', ['-layout', file, '-']);
    return stdout.split('\f').slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function small(
  screenshot: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  return sharp(screenshot)
    .resize({ width, height, fit: 'contain', position: 'top', background: GRAY })
    .png()
    .toBuffer();
}

/**
 * Compares a screenshot with the stored picture. Returns the differences in words; empty if there are none. With
 * `isUpdate`, it keeps the screenshot for the next contact sheet instead, unless the two look the same.
 */
export async function unlike(seen: Buffer, name: string, isUpdate: boolean): Promise<readonly string[]> {
  const picture = await storedPicture(name);
  const differing = picture === undefined ? 1 : await differingSquares(seen, picture);
  if (isUpdate) {
    if (differing > 0) await keepNewPicture(name, seen);
    return [];
  }
  if (differing <= SQUARES_TOLERANCE) return [];
  return [
    picture === undefined ? `${name} is missing` : `${name}: ${(differing * 100).toFixed(1)} % differs`,
  ];
}

/** The part of the squares that differ, from 0 to 1; 1 if the sizes differ. */
async function differingSquares(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([squaresOf(one), squaresOf(other)]);
  if (a.length !== b.length) return 1;
  let differing = 0;
  for (let i = 0; i < a.length; i += 3) {
    const isOther = [0, 1, 2].some(
      (channel) => Math.abs((a[i + channel] ?? 0) - (b[i + channel] ?? 0)) > SHADE_TOLERANCE,
    );
    if (isOther) differing += 1;
  }
  return differing / (a.length / 3);
}

/** The mean red, green and blue of each square. */
async function squaresOf(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture)
    .removeAlpha()
    .resize({
      width: Math.round(width / SQUARE_PX),
      height: Math.round(height / SQUARE_PX),
      fit: 'fill',
      kernel: 'linear',
    })
    .raw()
    .toBuffer();
}
