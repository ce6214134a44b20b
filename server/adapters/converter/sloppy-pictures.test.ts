import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { CORNERS, jpegSegment, makePicture, type PictureOptions } from '#server/testing/files/corpus.ts';
import { makePng, pngChunks } from './png.ts';
import { cornersOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { converter, pdfOf } = useConverter();

/** Browsers show each of these pictures whole. */
type Sloppiness = [what: string, change: (file: Buffer) => Buffer];

const afterStart = (file: Buffer, part: Buffer) =>
  Buffer.concat([file.subarray(0, 2), part, file.subarray(2)]);
const beforeScan = (file: Buffer, part: Buffer) => {
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([file.subarray(0, scan), part, file.subarray(scan)]);
};
const withoutEnd = (file: Buffer) => file.subarray(0, -2);
/** What phones add after a picture: names and lengths, then another picture or a film. */
const trailer = Buffer.concat([Buffer.from('\0\0\u0001\nImage_UTC_Data1700000000SEFH'), Buffer.alloc(64)]);

describe('what cameras and programs leave in good photos is not damage', () => {
  testEach<Sloppiness>([
    [
      'a broken EXIF',
      (file) => afterStart(file, jpegSegment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\b\u00ff', 'latin1'))),
    ],
    [
      "a marker of Adobe's",
      (file) => afterStart(file, jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\u0001'))),
    ],
    [
      "a marker like Adobe's",
      (file) => afterStart(file, jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\u0007'))),
    ],
    [
      'a film behind its end',
      (file) => Buffer.concat([file, Buffer.from('\0\0\0\u0018ftypmp42'), Buffer.alloc(5000)]),
    ],
    ['no end', withoutEnd],
    ['a trailer instead of an end', (file) => Buffer.concat([withoutEnd(file), trailer])],
    ['a second photo instead of an end', (file) => Buffer.concat([withoutEnd(file), file])],
    [
      'a trailer with all kinds of markers instead of an end',
      (file) => {
        const markers = Array.from({ length: 256 }, (_, marker) => Buffer.from([0xff, marker, 0x7f]));
        return Buffer.concat([withoutEnd(file), trailer, ...markers]);
      },
    ],
    ['stray bytes between its segments', (file) => beforeScan(file, Buffer.from('\r\nstray\0\0'))],
    ['a marker of nothing between its segments', (file) => beforeScan(file, Buffer.from([0xff, 0x01]))],
    [
      'a color profile without its rest',
      (file) => afterStart(file, jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0003rest'))),
    ],
    ['a second photo behind its end', (file) => Buffer.concat([file, file])],
    ['fill bytes', (file) => afterStart(file, Buffer.from([0xff, 0xff]))],
    [
      'bytes too many at its end',
      (file) => Buffer.concat([file.subarray(0, -2), Buffer.alloc(7), file.subarray(-2)]),
    ],
  ])('%s', { short: 3, long: 10 }, async (_, change) => {
    for (const color of ['rgb', 'progressive'] as const) {
      const pdf = await pdfOf(change(await makePicture({ type: 'jpeg', color })));
      expect(await cornersOf(pdf), color).toMatchObject(CORNERS);
      expect(pdf.includes('Image_UTC_Data'), color).toBe(false);
    }
  });
});

test(
  'a sequential JPEG with the parameters of a progressive one is read as a sequential one',
  { tags: 'long' },
  async () => {
    const file = await makePicture({ type: 'jpeg' });
    const parameters = file.indexOf(Buffer.from([0xff, 0xda])) + 11;
    file.fill(0, parameters, parameters + 3);
    expect(await cornersOf(await pdfOf(file))).toMatchObject(CORNERS);
  },
);

describe('what programs leave in good screenshots is not damage', () => {
  const changed = (file: Buffer, change: (chunks: Chunk[]) => Chunk[]) =>
    makePng(change(pngChunks(file) ?? []));
  const afterHeader = (file: Buffer, type: string, content: Buffer) =>
    changed(file, ([header, ...others]) => [header!, { type, content }, ...others]);
  const withChecksum = (file: Buffer, type: string) => {
    const at = file.indexOf(type) - 4;
    const end = at + 8 + file.readUInt32BE(at);
    file.writeUInt8(file.readUInt8(end) ^ 1, end);
    return file;
  };

  testEach<Sloppiness>([
    ['no end', (file) => file.subarray(0, -12)],
    ['no end, and no checksum before it', (file) => file.subarray(0, -14)],
    ['a trailer instead of an end', (file) => Buffer.concat([file.subarray(0, -12), trailer])],
    ['zeros instead of an end', (file) => Buffer.concat([file.subarray(0, -12), Buffer.alloc(999)])],
    ['a wrong checksum of its end', (file) => withChecksum(file, 'IEND')],
    ['a wrong checksum of its pixels', (file) => withChecksum(file, 'IDAT')],
    [
      'a comment with a wrong checksum',
      (file) => withChecksum(afterHeader(file, 'tEXt', Buffer.from('Comment\0CANARY')), 'tEXt'),
    ],
    ['a comment behind its end', (file) => Buffer.concat([file, Buffer.from('\0\0\0\u0006tEXtCANARY')])],
    [
      'a broken color profile',
      (file) => afterHeader(file, 'iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync('CANARY')])),
    ],
    [
      'more pixels than it says',
      (file) =>
        changed(file, (chunks) =>
          chunks.map(({ type, content }) => ({
            type,
            content:
              type === 'IDAT'
                ? deflateSync(Buffer.concat([inflateSync(content), Buffer.alloc(999)]))
                : content,
          })),
        ),
    ],
    [
      'an animation',
      (file) => changed(file, (chunks) => [...chunks, { type: 'fdAT', content: Buffer.alloc(99) }]),
    ],
  ])('%s', { short: 2 }, async (_, change) => {
    const pdf = await pdfOf(change(await makePicture({ type: 'png', width: 200, height: 150 })));
    expect(await cornersOf(pdf)).toMatchObject(CORNERS);
    expect(pdf.includes('CANARY')).toBe(false);
  });
});

type Chunk = NonNullable<ReturnType<typeof pngChunks>>[number];

describe('a picture that lacks pixels is refused, whatever is at its end', () => {
  testEach<[PictureOptions['type'], NonNullable<PictureOptions['color']>, end: Buffer]>([
    ['jpeg', 'rgb', Buffer.alloc(0)],
    ['jpeg', 'progressive', Buffer.alloc(0)],
    ['jpeg', 'rgb', Buffer.concat([Buffer.from([0xff, 0x3a]), trailer])],
    ['png', 'rgb', Buffer.alloc(0)],
    ['png', 'progressive', Buffer.alloc(0)],
    ['png', 'rgb', Buffer.from('\0\0\0\0IEND\u00aeB`\u0082', 'latin1')],
  ])('%s, %s', { short: 2 }, async (type, color, end) => {
    const file = await makePicture({ type, color });
    for (const part of [0.6, 0.8, 0.95]) {
      const cut = Buffer.concat([file.subarray(0, file.length * part), end]);
      expect(await converter.convert(cut), `${part}`).toMatchObject({ reason: 'picture-damaged' });
    }
  });
});
