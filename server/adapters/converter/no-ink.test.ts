import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { makeDocx, paragraph } from '#server/testing/files/corpus.ts';
import { pageObjects, streamObject, writePdf } from '#server/testing/files/pdf-corpus.ts';
import { factsOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

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

  testEach([
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
  ])('is refused: %s', { short: 4 }, async (_, image) => {
    expect(await converter.convert(await image().toBuffer())).toEqual(LOOKS_EMPTY);
  });

  testEach([
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
  ])('is not %s', { short: 2 }, async (_, image) => {
    await pdfOf(await image().toBuffer());
  });
});

describe('a PDF without ink', () => {
  const scanOf = (color: string) => ({
    content: 'q 612 0 0 792 0 0 cm /Scan Do Q',
    resources: '/XObject << /Scan 6 0 R >>',
    more: [scan(color)],
  });
  /** A scan with 300 dots an inch, and one line of pencil on it. */
  const scan = (color: string) => {
    const rows = Array.from({ length: 3300 }, (_, y) =>
      y > 1000 && y < 1004
        ? `${'\u00ff'.repeat(1000)}${color.repeat(300)}${'\u00ff'.repeat(1250)}`
        : '\u00ff'.repeat(2550),
    );
    const packed = deflateSync(Buffer.from(rows.join(''), 'latin1')).toString('latin1');
    return streamObject(
      packed,
      '/Type /XObject /Subtype /Image /Width 2550 /Height 3300 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
    );
  };
  const twoPages = (first: string, second: string) => {
    const objects = pageObjects({ content: first, more: [streamObject(second)] });
    const [catalog = '', , page = '', ...others] = objects;
    const tree = '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 >>';
    return [catalog, tree, page, ...others, page.replace('4 0 R', '6 0 R')];
  };

  testEach([
    ['nothing', pageObjects({ content: '' })],
    ['white writing', pageObjects({ content: '1 g BT /F1 18 Tf 72 700 Td (Grades) Tj ET' })],
    ['invisible writing', pageObjects({ content: 'BT 3 Tr /F1 18 Tf 72 700 Td (Grades) Tj ET' })],
    ['writing beside the page', pageObjects({ content: 'BT /F1 18 Tf 72 1700 Td (Grades) Tj ET' })],
    ['a blank scan', pageObjects(scanOf('\u00ff'))],
    ['two blank pages', twoPages('', '1 g 0 0 100 100 re f')],
  ])('is refused: %s', { short: 2 }, async (_, objects) => {
    expect(await converter.convert(writePdf(objects))).toEqual(LOOKS_EMPTY);
  });

  testEach([
    ['a dot', pageObjects({ content: '300 300 1 1 re f' })],
    ['a thin gray line', pageObjects({ content: '0.9 G 0.1 w 72 300 m 300 300 l S' })],
    ['faint pencil on a scan', pageObjects(scanOf('\u00f0'))],
    ['a page number alone', pageObjects({ content: '0.6 g BT /F1 6 Tf 300 30 Td (1) Tj ET' })],
  ])('is not %s', { short: 2 }, async (_, objects) => {
    await pdfOf(writePdf(objects));
  });

  test.each([
    ['first', twoPages('', '0 0 100 100 re f')],
    ['last', twoPages('0 0 100 100 re f', '')],
  ])('is not one whose %s page is blank, and that page stays', async (_, objects) => {
    expect(factsOf(await pdfOf(writePdf(objects)))['Pages']).toBe('2');
  });
});

testEach([
  ['an empty', ''],
  ['a', paragraph('   ')],
])('%s Word document without ink is refused', { short: 0 }, async (_, body) => {
  expect(await converter.convert(makeDocx({ body }))).toEqual(LOOKS_EMPTY);
});
