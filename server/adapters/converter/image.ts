import sharp, { type Sharp } from 'sharp';
import { bareJpeg, type BareJpeg } from './jpeg.ts';
import { imagePage } from './image-page.ts';
import { failed, type Outcome } from './outcome.ts';
import { barePng, pngChunks } from './png.ts';

/** More than any phone camera takes. Checked before the picture is unpacked. */
const MAX_PIXELS = 50_000_000;
const DAMAGED =
  'This image is damaged and cannot be read to its end. Please take the photo or scan again, and upload that.';
const TOO_MANY_PIXELS =
  'This image has more pixels than we can take (50 million). Please make it smaller, or take the photo again with a lower resolution.';
const JPEG_QUALITY = 92;

sharp.cache(false);

/** Turns a photo or scan into a page. A JPEG that needs no change is embedded as it is. */
export async function convertJpeg(file: Buffer): Promise<Outcome> {
  const jpeg = bareJpeg(file);
  if (jpeg === undefined || jpeg.width === 0 || jpeg.height === 0) return failed(DAMAGED);
  if (jpeg.width * jpeg.height > MAX_PIXELS) return failed(TOO_MANY_PIXELS);
  const { orientation } = jpeg;
  try {
    await readToEnd(jpeg);
    if (jpeg.isPlain && !(await hasForeignColors(file, jpeg.components))) {
      return await finished(imagePage({ ...jpeg, filter: 'DCTDecode' }));
    }
    const { data, info } = await open(file)
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return await finished(
      imagePage({ bytes: data, width, height, components: channels, filter: 'DCTDecode', orientation }),
    );
  } catch {
    return failed(DAMAGED);
  }
}

/** Turns a screenshot or scan into a page without loss, except that transparency becomes white. */
export async function convertPng(file: Buffer): Promise<Outcome> {
  const chunks = pngChunks(file);
  const header = chunks?.[0]?.content;
  if (chunks === undefined || header === undefined) return failed(DAMAGED);
  if (header.readUInt32BE(0) * header.readUInt32BE(4) > MAX_PIXELS) return failed(TOO_MANY_PIXELS);
  try {
    const image = open(barePng(file, chunks));
    const { space } = await image.metadata();
    const isGrey = space === 'b-w' || space === 'grey16';
    const { data, info } = await image
      .flatten({ background: 'white' })
      .toColourspace(isGrey ? 'b-w' : 'srgb')
      .png({ compressionLevel: 9, adaptiveFiltering: true, palette: false })
      .toBuffer({ resolveWithObject: true });
    const packed = pngChunks(data)?.filter(({ type }) => type === 'IDAT') ?? [];
    return await finished(
      imagePage({
        // A PDF can contain the compressed rows of a PNG as they are.
        bytes: Buffer.concat(packed.map(({ content }) => content)),
        width: info.width,
        height: info.height,
        components: info.channels,
        filter: 'FlateDecode',
        orientation: 1,
      }),
    );
  } catch {
    return failed(DAMAGED);
  }
}

/**
 * Reads a JPEG to its last row. Many good photos cause warnings. Only one whose rows end too early counts as damaged.
 *
 * @throws when the picture is damaged
 */
async function readToEnd({ bytes, width, height }: BareJpeg): Promise<void> {
  const lastRow = { left: 0, top: height - 1, width, height: 1 };
  const read = (failOn: 'warning' | 'error') => open(bytes, failOn).extract(lastRow).raw().toBuffer();
  try {
    await read('warning');
  } catch (error) {
    if (error instanceof Error && error.message.includes('premature end')) throw error;
    await read('error');
  }
}

function open(file: Buffer, failOn: 'warning' | 'error' = 'error'): Sharp {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true });
}

/** Returns true if a PDF reader would show other colors than meant. This is always so for CMYK. */
async function hasForeignColors(file: Buffer, components: number): Promise<boolean> {
  if (components === 1) return false;
  if (components !== 3) return true;
  const { icc } = await open(file).metadata();
  if (icc === undefined) return false;
  // A profile contains its name in ASCII or in UTF-16.
  return !icc.toString('latin1').replaceAll('\0', '').includes('sRGB');
}

async function finished(pdf: Promise<Buffer>): Promise<Outcome> {
  return { status: 'COMPLETED', pdf: await pdf, pages: 1 };
}
