import sharp from 'sharp';
import { paintedLogo } from '#server/domain/documents/logo.ts';
import type { Tenant } from '#partner.ts';

/** Pages of the office carry it twice. */
const MAX_BYTES = 30_000;
const BOX = 100;

/** What keeps an SVG from being a logo, and the sentence for it. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^(?![^]*<svg\b[^>]*\sviewBox\s*=)/, 'has no viewBox, by which it is scaled'],
  [/<(?:script|foreignObject)\b|\son\w+\s*=/i, 'has a script or a page within it'],
  [/<text\b/, 'has text, for which others lack the font: convert it to paths'],
  [/<!ENTITY/, 'declares entities'],
  [/\bhref\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#|["'])|@import/, 'loads something else'],
];

/** A drawing that cannot be a logo; `message` is one sentence. */
export class LogoError extends Error {}

/**
 * Draws all files of `public/` that show the logo. A logo that `currentColor` paints stands on the accent, any other on
 * white. In a header it stands on the page.
 *
 * @returns the contents by their names in `public/`
 * @throws {LogoError}
 */
export async function logoFiles(svg: string, colors: Tenant['colors']): Promise<ReadonlyMap<string, Buffer>> {
  const fault = FAULTS.find(([pattern]) => pattern.test(svg))?.[1];
  if (fault !== undefined) throw new LogoError(`The logo ${fault}.`);
  if (Buffer.byteLength(svg) > MAX_BYTES) throw new LogoError(`The logo has more than ${MAX_BYTES} bytes.`);
  await requireInk(svg);

  const isPainted = svg.includes('currentColor');
  const ground = isPainted ? colors.accentLight : '#ffffff';
  const icon = (scale: number, radius: number, fill = ground, color = colors.onAccentLight) => {
    const edge = (BOX * (1 - scale)) / 2;
    const place = `x="${edge}" y="${edge}" width="${BOX * scale}" height="${BOX * scale}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}"><rect width="${BOX}" height="${BOX}" rx="${radius}" fill="${fill}"/>${paintedLogo(svg, color, place)}</svg>`;
  };
  const any = icon(0.78, 22);
  // A mask may cut away everything but the inner four fifths.
  const maskable = icon(0.58, 0);
  return new Map([
    ['logo.svg', Buffer.from(paintedLogo(svg, colors.accentLight))],
    ['logo-dark.svg', Buffer.from(paintedLogo(svg, colors.accentDark))],
    ['favicon.svg', Buffer.from(any)],
    ['icons/icon-192.png', await drawn(any, 192)],
    ['icons/icon-512.png', await drawn(any, 512)],
    ['icons/maskable-192.png', await drawn(maskable, 192)],
    ['icons/maskable-512.png', await drawn(maskable, 512)],
    ['icons/monochrome-512.png', await drawn(icon(0.78, 0, 'none', '#000'), 512)],
    ['apple-touch-icon.png', await drawn(icon(0.7, 0), 180)],
  ]);
}

async function drawn(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * (size / BOX) * 1.34 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

async function requireInk(svg: string): Promise<void> {
  const size = 64;
  let alpha;
  try {
    const whole = paintedLogo(svg, '#000', `width="${size}" height="${size}"`);
    alpha = await sharp(Buffer.from(whole)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
  } catch (error) {
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new LogoError(`The logo cannot be drawn: ${said}.`);
  }
  if (!alpha.some((value) => value > 0)) throw new LogoError('The logo draws nothing.');
}
