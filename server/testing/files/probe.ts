import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** Functions for tests that examine PDFs with programs other than those that made them. */

export function textOf(pdf: Uint8Array): string {
  return withFile(pdf, (path) => execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }));
}

/** Returns the facts that pdfinfo prints, by name, such as `Pages` or `Page size`. */
export function factsOf(pdf: Uint8Array): Record<string, string> {
  const lines = withFile(pdf, (path) => execFileSync('pdfinfo', [path], { encoding: 'utf8' })).split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/:\s+(.*)/s).slice(0, 2)));
}

/** Returns how many pictures the pages have. */
export function imagesIn(pdf: Uint8Array): number {
  const lines = withFile(pdf, (path) => execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }));
  return lines.split('\n').filter((line) => / image /.test(line)).length;
}

/** Returns true if qpdf finds no fault. */
export function isSound(pdf: Uint8Array): boolean {
  return withFile(pdf, (path) => {
    try {
      execFileSync('qpdf', ['--check', path], { stdio: 'pipe' });
      return true;
    } catch {
      return false;
    }
  });
}

/** Returns the PDF's objects and streams, unpacked, as text. */
export function insideOf(pdf: Uint8Array): string {
  return withFile(pdf, (path) =>
    execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], {
      encoding: 'latin1',
      maxBuffer: 1 << 28,
    }),
  );
}

export interface Looks {
  /** All objects of the PDF, without dates and ids. */
  readonly inside: string;
  readonly fonts: string;
  /** The pixels of each page, as poppler draws it. */
  readonly pixels: string;
}

/** Returns what must be equal in two conversions of one document. */
export function looksOf(pdf: Uint8Array): Looks {
  const inside = insideOf(pdf).replace(/\/(CreationDate|ModDate|ID|DocChecksum)\b[^\n]*/g, '/$1');
  const [fonts, pixels] = withFile(pdf, (path) => [
    execFileSync('pdffonts', [path], { encoding: 'utf8' }),
    execFileSync('pdftoppm', ['-r', '60', path], { maxBuffer: 1 << 28 }),
  ]);
  return { inside, fonts, pixels: createHash('sha256').update(pixels).digest('hex') };
}

/** Returns the pixels of all pages, as a reader shows them. */
export function pixelsOf(pdf: Uint8Array): Buffer {
  return withFile(pdf, (path) =>
    execFileSync('pdftoppm', ['-r', '40', '-cropbox', path], { maxBuffer: 1 << 28, stdio: 'pipe' }),
  );
}

type Color = 'red' | 'lime' | 'blue' | 'black' | 'white' | 'gray' | 'other';
interface Corners {
  readonly topLeft: Color;
  readonly topRight: Color;
  readonly bottomRight: Color;
  readonly bottomLeft: Color;
  /** Width divided by height of the drawing on the page. */
  readonly aspect: number;
}

/** Returns the colors in the corners of the first page's drawing, as a reader shows it. */
export async function cornersOf(pdf: Uint8Array): Promise<Corners> {
  const image = withFile(pdf, (path) =>
    execFileSync('pdftoppm', ['-png', '-r', '60', '-f', '1', '-l', '1', path], { maxBuffer: 1 << 28 }),
  );
  const { data, info } = await sharp(image)
    .trim({ background: 'white', threshold: 30 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number): Color => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return nameOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  };
  return {
    topLeft: colorAt(0.2, 0.2),
    topRight: colorAt(0.8, 0.2),
    bottomRight: colorAt(0.8, 0.8),
    bottomLeft: colorAt(0.2, 0.8),
    aspect: info.width / info.height,
  };
}

/** Returns the pure colors that the first page shows. */
export async function colorsOf(pdf: Uint8Array): Promise<string[]> {
  const image = withFile(pdf, (path) =>
    execFileSync('pdftoppm', ['-png', '-r', '40', '-l', '1', '-cropbox', path], { maxBuffer: 1 << 28 }),
  );
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: info.width * info.height }, (_, index) =>
    data.subarray(index * 3, index * 3 + 3).toString('hex'),
  );
  const pure = { ff0000: 'red', '0000ff': 'blue' };
  return Object.entries(pure).flatMap(([pixel, name]) => (pixels.includes(pixel) ? [name] : []));
}

function nameOf(red: number, green: number, blue: number): Color {
  const isGray = Math.max(red, green, blue) - Math.min(red, green, blue) < 24;
  if (isGray && red > 235) return 'white';
  if (isGray && red < 45) return 'black';
  if (isGray) return 'gray';
  // Printing inks are never as pure as RGB colors: the strongest channel names the color.
  const leads = (one: number, ...others: readonly number[]) => others.every((other) => one - other > 12);
  if (leads(red, green, blue)) return 'red';
  if (leads(green, red, blue)) return 'lime';
  if (leads(blue, red, green)) return 'blue';
  return 'other';
}

function withFile<const T>(content: Uint8Array, look: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'probe-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, content);
    return look(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a page as a reader shows it, at this size. */
export function pageOf(
  pdf: Uint8Array,
  page: number,
  [width, height]: readonly [width: number, height: number],
): Sharp {
  const args = [
    '-cropbox',
    '-scale-to',
    String(Math.max(width, height)),
    '-f',
    String(page),
    '-l',
    String(page),
  ];
  const png = withFile(pdf, (path) =>
    execFileSync('pdftoppm', ['-png', ...args, path], { maxBuffer: 1 << 28, stdio: 'pipe' }),
  );
  return sharp(png).removeAlpha().resize(width, height, { fit: 'fill' });
}

interface Bookmark {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Bookmark[];
}

/** Returns the outline, a line for each entry with its page, indented by two blanks for each level. */
export function outlineOf(pdf: Uint8Array): string[] {
  const json = withFile(pdf, (path) =>
    execFileSync('qpdf', ['--json=2', '--json-key=outlines', path], { encoding: 'utf8' }),
  );
  const lines = ({ title, destpageposfrom1: page, kids }: Bookmark): string[] => [
    `${title} ${page}`,
    ...kids.flatMap(lines).map((line) => `  ${line}`),
  ];
  const { outlines }: { readonly outlines: readonly Bookmark[] } = JSON.parse(json);
  return outlines.flatMap(lines);
}

/** Returns the structure tree with its text, as pdfinfo prints it. */
export function tagsOf(pdf: Uint8Array): string {
  return withFile(pdf, (path) =>
    execFileSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8', stdio: 'pipe' }),
  );
}
