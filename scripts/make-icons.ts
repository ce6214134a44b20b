// `npm run icons`: draws the icons from the tenant's crest in its accent. Run it after one of them has changed.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { crest } from '#tenant/crest.ts';
import { tenant } from '#tenant/tenant.ts';

const folder = path.resolve(import.meta.dirname, '../public');
const { accentLight, onAccentLight } = tenant.colors;

/** The crest's box of 24, in the middle of a box of 100. */
function mark(scale: number, color: string): string {
  return `<g transform="translate(50 50) scale(${(scale * 100) / 24}) translate(-12 -12)" fill="none" stroke="${color}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${crest}"/></g>`;
}

function icon({
  scale,
  background,
  radius,
  color,
}: {
  scale: number;
  background: string;
  radius: number;
  color: string;
}) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${background}"/>${mark(scale, color)}</svg>`;
}

const any = icon({ scale: 0.78, background: accentLight, radius: 22, color: onAccentLight });
// A mask may cut away everything but the inner four fifths.
const maskable = icon({ scale: 0.58, background: accentLight, radius: 0, color: onAccentLight });
const monochrome = icon({ scale: 0.78, background: 'none', radius: 0, color: '#000' });

async function draw(svg: string, size: number, name: string): Promise<void> {
  await sharp(Buffer.from(svg), { density: 72 * (size / 100) * 1.34 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, name));
}

await mkdir(path.join(folder, 'icons'), { recursive: true });
await writeFile(path.join(folder, 'favicon.svg'), any);
await Promise.all([
  draw(any, 192, 'icons/icon-192.png'),
  draw(any, 512, 'icons/icon-512.png'),
  draw(maskable, 192, 'icons/maskable-192.png'),
  draw(maskable, 512, 'icons/maskable-512.png'),
  draw(monochrome, 512, 'icons/monochrome-512.png'),
  draw(
    icon({ scale: 0.7, background: accentLight, radius: 0, color: onAccentLight }),
    180,
    'apple-touch-icon.png',
  ),
]);
