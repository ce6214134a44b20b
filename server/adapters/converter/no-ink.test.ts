import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useConverter } from './test-converter.ts';

const { converter, pdfOf } = useConverter();

const LOOKS_EMPTY = {
  status: 'FAILED',
  reason: 'looks-empty',
  message: 'This file looks empty. Please open it, check it and upload it again.',
};

describe('a picture without ink', () => {
  const plain = (background: object) =>
    sharp({ create: { width: 1200, height: 1600, channels: 4, background: background as never } });
  const white = { r: 255, g: 255, b: 255, alpha: 1 };
  const faint = { r: 251, g: 251, b: 251, alpha: 1 };
  const clear = { r: 255, g: 255, b: 255, alpha: 0 };
  const writing = (color: object) => ({
    input: { create: { width: 60, height: 2, channels: 4 as const, background: color as never } },
    left: 300,
    top: 300,
  });

  test.each([
    ['a white PNG', () => plain(white).png()],
    ['a white JPEG', () => plain(white).flatten().jpeg()],
    ['a white pixel', () => plain(white).resize(1, 1).png()],
    ['a PNG of nothing', () => plain(clear).png()],
    [
      'white writing on nothing',
      () =>
        plain(clear)
          .composite([writing(white)])
          .png(),
    ],
    ['nearly white', () => plain(faint).png()],
  ])('is refused: %s', async (_, image) => {
    expect(await converter.convert(await image().toBuffer())).toEqual(LOOKS_EMPTY);
  });

  test.each([
    [
      'faint pencil in a PNG',
      () =>
        plain(white)
          .composite([writing(faint)])
          .png(),
    ],
    [
      'faint pencil in a JPEG',
      () =>
        plain(white)
          .composite([writing(faint)])
          .flatten()
          .jpeg({ quality: 95 }),
    ],
    [
      'yellow writing',
      () =>
        plain(white)
          .composite([writing({ ...white, b: 240 })])
          .png(),
    ],
    ['a black photo', () => plain({ r: 0, g: 0, b: 0, alpha: 1 }).flatten().jpeg()],
  ])('is not %s', async (_, image) => {
    await pdfOf(await image().toBuffer());
  });
});
