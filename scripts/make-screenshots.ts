// `npm run screenshots`, with a server running: takes the pictures that a browser shows before it installs the form.
// `PORT` says which port of this machine it listens on.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '#server/adapters/printer/browser.ts';

const url = process.argv[2] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}/about`;
const folder = path.resolve(import.meta.dirname, '../public/screenshots');
const shots = [
  { name: 'narrow', width: 390, height: 844, scale: 2, isMobile: true },
  { name: 'wide', width: 1280, height: 800, scale: 1, isMobile: false },
];

await mkdir(folder, { recursive: true });
const executablePath = findBrowser(process.env['CHROMIUM_PATH']);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
for (const { name, width, height, scale, isMobile } of shots) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale, isMobile });
  await page.goto(url, { waitUntil: 'load' });
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 70 })
    .toBuffer();
  await writeFile(path.join(folder, `${name}.webp`), picture);
}
await browser.close();
