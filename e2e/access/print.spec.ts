import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { printOf } from './picture.ts';
import { papers } from './pictured.ts';
import { test } from './state.ts';
import { states } from './states.ts';

const printed = [
  'About You with every question open',
  'errors on Education',
  'submitted',
  'read-only service view',
];

/** The part of the sheet that is nearly white, from 0 to 1, and the darkest shade, of 255. */
async function shadesOf(sheet: Buffer): Promise<{ readonly white: number; readonly darkest: number }> {
  const shades = await sharp(sheet).removeAlpha().greyscale().raw().toBuffer();
  const white = shades.filter((shade) => shade > 240).length / shades.length;
  return { white, darkest: shades.reduce((least, shade) => Math.min(least, shade), 255) };
}

async function printsIn(page: Page, colorScheme: 'light' | 'dark', paper: (typeof papers)[number]) {
  await page.emulateMedia({ colorScheme });
  return printOf(page, paper);
}

for (const name of printed) {
  test(`${name}: printed from a dark screen, it is dark on white all the same`, async ({ scene }) => {
    const { page } = scene;
    await states.find((state) => state.name === name)?.bring(scene);
    // An element under the mouse has another shade.
    await page.mouse.move(0, 0);
    for (const paper of papers) {
      const light = await printsIn(page, 'light', paper);
      const dark = await printsIn(page, 'dark', paper);
      const { white, darkest } = await shadesOf(dark);
      expect(white).toBeGreaterThan(0.75);
      expect(darkest).toBeLessThan(90);
      expect(dark.equals(light), 'as printed from a light screen').toBe(true);
    }
  });
}
