import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#limits.ts';
import { testEach } from '#testing/test-each.ts';
import { commandsBelow } from '#server/testing/commands-below.ts';
import { CORNERS, makePicture, type PictureOptions } from '#server/testing/files/corpus.ts';
import { makePaletteBomb } from '#server/testing/files/hostile-pictures.ts';
import type { Outcome } from './outcome.ts';
import { cornersOf, factsOf, insideOf, isSound } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

function pdfOf(outcome: Outcome): Buffer {
  if (outcome.status !== 'COMPLETED') throw new Error(outcome.message);
  return outcome.pdf;
}

const { converter } = useConverter();
const convert = (file: Buffer) => converter.convert(file);

describe('a picture is upright on its page', () => {
  const types = ['jpeg', 'png'] as const;
  const turned = (orientation: number) => types.map((type) => ({ type, orientation }));
  const pictures: PictureOptions[] = [
    ...[6, 3].flatMap(turned),
    { type: 'jpeg', color: 'cmyk', orientation: 6 },
    { type: 'jpeg', color: 'progressive' },
    { type: 'png', color: 'progressive' },
    { type: 'png', color: 'palette' },
    { type: 'png', color: '16bit' },
    ...[1, 2, 4, 5, 7, 8].flatMap(turned),
  ];
  testEach(pictures)('%o', { short: 4, long: 9 }, async (options) => {
    const pdf = pdfOf(await convert(await makePicture(options)));
    const { aspect, ...corners } = await cornersOf(pdf);
    expect(corners).toEqual(CORNERS);
    expect(aspect).toBeCloseTo(1.5, 1);
    expect(isSound(pdf)).toBe(true);
  });
});

test('transparent parts become white', async () => {
  const pdf = pdfOf(await convert(await makePicture({ type: 'png', color: 'alpha' })));
  expect(await cornersOf(pdf)).toMatchObject({ topLeft: 'red', topRight: 'lime', bottomLeft: 'white' });
});

test.each(['png', 'jpeg'] as const)('a gray %s stays gray', async (type) => {
  const pdf = pdfOf(await convert(await makePicture({ type, color: 'gray' })));
  expect(insideOf(pdf)).toContain('/DeviceGray');
  expect(await cornersOf(pdf)).toMatchObject({ topLeft: 'gray', bottomLeft: 'black' });
});

test('a JPEG is embedded byte for byte, without its metadata', async () => {
  const plain = await makePicture({ type: 'jpeg', orientation: 6 });
  const tagged = await sharp(plain)
    .keepMetadata()
    .withExifMerge({ IFD3: { GPSLatitude: '51/1 30/1 3230/100' }, IFD0: { Artist: 'CANARY' } })
    .jpeg({ quality: 92 })
    .toBuffer();
  expect(tagged.includes('CANARY')).toBe(true);
  const scan = tagged.subarray(tagged.indexOf(Buffer.from([0xff, 0xda])), -2);

  const pdf = pdfOf(await convert(Buffer.concat([tagged, Buffer.from('<script>CANARY</script>')])));

  expect(pdf.includes(scan)).toBe(true);
  expect(pdf.includes('CANARY')).toBe(false);
  expect(pdf.includes('Exif')).toBe(false);
});

testEach([
  { width: 600, height: 400, size: '792 x 612 pts (letter)' },
  { width: 400, height: 600, size: '612 x 792 pts (letter)' },
  { width: 1240, height: 1754, size: '595.28 x 841.89 pts (A4)' },
  { width: 40, height: 3000, size: '612 x 792 pts (letter)' },
])('a picture of $width × $height is on a page of $size', { short: 2 }, async ({ size, ...dimensions }) => {
  const pdf = pdfOf(await convert(await makePicture({ type: 'png', ...dimensions })));
  expect(factsOf(pdf)['Page size']).toBe(size);
});

describe('a picture that unpacks to far more than its file', () => {
  test('becomes a small PDF, although it is noise', { tags: 'long' }, async () => {
    const bomb = makePaletteBomb();
    expect(bomb.length).toBeLessThan(MAX_FILE_BYTES);
    const pdf = pdfOf(await convert(bomb));
    expect(pdf.length).toBeLessThan(8 * MAX_FILE_BYTES);
    expect(isSound(pdf)).toBe(true);
  });

  test('is reduced to what a page can show, and stays as it is up to then', { tags: 'slow' }, async () => {
    const widthOf = async (side: number) => {
      const file = await makePicture({ type: 'png', width: side, height: side });
      return Number(/\/Width (\d+)/.exec(insideOf(pdfOf(await convert(file))))?.[1]);
    };
    expect(await widthOf(3600)).toBe(3600);
    expect(await widthOf(4400)).toBe(3605);
  });

  test('is read in a process of its own, which ends when the job is aborted', { tags: 'slow' }, async () => {
    const abort = new AbortController();
    const converting = expect(converter.convert(makePaletteBomb(), abort.signal)).rejects.toThrow(
      'called off',
    );
    const isReading = () => commandsBelow(process.pid).some((command) => command.includes('image-worker'));
    await expect.poll(isReading, { timeout: 20_000 }).toBe(true);
    abort.abort();
    await converting;
    await expect.poll(isReading, { timeout: 20_000 }).toBe(false);
  });
});

describe('a damaged picture is refused with a sentence', () => {
  test.each(['png', 'jpeg'] as const)('%s cut in the middle', async (type) => {
    const file = await makePicture({ type });
    const outcome = await convert(file.subarray(0, file.length / 2));
    expect(outcome).toEqual({
      status: 'FAILED',
      reason: 'picture-damaged',
      message: expect.stringMatching(/damaged .* upload that\.$/),
    });
  });

  test.each<[part: number, color: NonNullable<PictureOptions['color']>]>([
    [0.5, 'rgb'],
    [0.5, 'progressive'],
    [0.5, 'cmyk'],
    [0.99, 'rgb'],
  ])('a JPEG of which %d is there (%s), with an end put behind it', async (part, color) => {
    const file = await makePicture({ type: 'jpeg', color });
    const cut = Buffer.concat([file.subarray(0, file.length * part), Buffer.from([0xff, 0xd9])]);
    expect(await convert(cut)).toMatchObject({ status: 'FAILED', reason: 'picture-damaged' });
  });

  test.each(['png', 'jpeg'] as const)('%s with nothing after its first bytes', async (type) => {
    const file = await makePicture({ type });
    expect((await convert(file.subarray(0, 12))).status).toBe('FAILED');
  });

  test('a PNG whose rows do not unpack', async () => {
    const file = await makePicture({ type: 'png' });
    file.fill(0x55, file.indexOf('IDAT') + 20, file.indexOf('IDAT') + 60);
    expect((await convert(file)).status).toBe('FAILED');
  });

  test('a PNG that says it has 65 535² pixels, before anything is unpacked', async () => {
    const file = await makePicture({ type: 'png' });
    const bomb = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(file.length).toBeGreaterThan(bomb.length);
    bomb.writeUInt32BE(65_535, 16);
    bomb.writeUInt32BE(65_535, 20);
    bomb.writeUInt32BE((await import('node:zlib')).crc32(bomb.subarray(12, 29)), 29);
    expect(await convert(bomb)).toMatchObject({ status: 'FAILED', reason: 'picture-too-many-pixels' });
  });
});
