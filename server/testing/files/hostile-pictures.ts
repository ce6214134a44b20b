import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { makePng } from '#server/adapters/converter/png.ts';

/** Makes pictures that are small as files and large once unpacked, for tests and suites. */

const PALETTE = 3;
const RGBA = 6;
/** How far each row is shifted from the one before. A compressor finds the repetition, filters between rows do not. */
const SHIFT = 37;

/**
 * Returns a PNG of a palette whose rows repeat one row of noise. Its indexes compress well. Its colors, three bytes
 * each, do not, because they repeat beyond the compressor's window.
 */
export function makePaletteBomb(width = 30_000, height = 1660): Buffer {
  const noise = randomBytes(width * 2);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const from = (y * SHIFT) % width;
    noise.copy(rows, y * (width + 1) + 1, from, from + width);
  }
  return png({ width, height, bits: 8, color: PALETTE, isInterlaced: false }, [
    ['PLTE', randomBytes(768)],
    ['IDAT', deflateSync(rows, { level: 9 })],
  ]);
}

/** Returns an interlaced PNG of eight bytes a pixel: a reader needs all of it in memory at once. */
export function makeInterlacedBomb(width = 7000, height = 7000): Buffer {
  // One more byte for each row of each of the seven passes.
  const rows = Buffer.alloc(width * height * 8 + height * 3);
  return png({ width, height, bits: 16, color: RGBA, isInterlaced: true }, [
    ['IDAT', deflateSync(rows, { level: 9 })],
  ]);
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly color: number;
  readonly isInterlaced: boolean;
}

function png({ width, height, bits, color, isInterlaced }: Header, chunks: [string, Buffer][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, color, 0, 0, isInterlaced ? 1 : 0], 8);
  return makePng([['IHDR', header] as const, ...chunks].map(([type, content]) => ({ type, content })));
}
