import sharp, { type Sharp } from 'sharp';
import type { PdfImage } from './image-page.ts';
import { hasInk } from './ink.ts';
import { bareJpeg, type BareJpeg } from './jpeg.ts';
import { exifOrientation } from './exif.ts';
import { barePng, pngChunks } from './png.ts';

/** Why a picture is refused. */
export type ImageRefusal = 'picture-damaged' | 'picture-too-many-pixels' | 'picture-too-much' | 'looks-empty';

/** More than any phone camera takes. Checked before the picture is unpacked. */
const MAX_PIXELS = 50_000_000;
/** More than a Letter page has at 300 dpi, and than most cameras take. A larger picture is reduced. */
const MAX_KEPT_PIXELS = 13_000_000;
/** A picture that takes more without loss is noise or a photo, and becomes a JPEG. */
const MAX_LOSSLESS_BYTES = 4_194_304;
const JPEG_QUALITY = 92;
/** For a picture that was not a JPEG, so that noise stays small, too. */
const SMALL_JPEG_QUALITY = 85;
const PALETTE = 3;
/** A picture without ink compresses to less. To save time, only such a picture is checked again. */
const BYTES_WITHOUT_INK = 2000;
const PIXELS_PER_BYTE_WITHOUT_INK = 16;

sharp.cache(false);
// The sandbox limits processor time and memory, and each thread takes its part of both.
sharp.concurrency(1);

/** Makes a photo or scan fit for a PDF. A JPEG that needs no change is kept byte for byte. */
export async function readJpeg(file: Buffer): Promise<PdfImage | ImageRefusal> {
  const jpeg = bareJpeg(file);
  if (jpeg === undefined || jpeg.width === 0 || jpeg.height === 0) return 'picture-damaged';
  const { width, height, components, orientation } = jpeg;
  if (width * height > MAX_PIXELS) return 'picture-too-many-pixels';
  try {
    const points = await readToEnd(jpeg);
    if (points !== undefined && !hasInk(points)) return 'looks-empty';
    if (jpeg.isPlain && !(await hasForeignColors(jpeg.whole, components))) {
      return { bytes: jpeg.bytes, width, height, components, filter: 'DCTDecode', orientation };
    }
    const image = reduced(open(jpeg.whole).toColourspace('srgb'), width, height);
    return { ...(await asJpeg(image, JPEG_QUALITY, '4:4:4')), orientation };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Makes a screenshot or scan fit for a PDF, without loss if the result is small. Transparency becomes white. */
export async function readPng(file: Buffer): Promise<PdfImage | ImageRefusal> {
  const chunks = pngChunks(file);
  const header = chunks?.[0]?.content;
  if (chunks === undefined || header === undefined) return 'picture-damaged';
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const orientation = (exif && exifOrientation(exif.content)) ?? 1;
  if (width * height > MAX_PIXELS) return 'picture-too-many-pixels';
  try {
    const source = open(barePng(chunks));
    const { space } = await source.metadata();
    const isGray = space === 'b-w' || space === 'grey16';
    const flat = source.flatten({ background: 'white' }).toColourspace(isGray ? 'b-w' : 'srgb');
    const image = reduced(flat, width, height);
    const lossless = await asPng(image.clone(), header[9] === PALETTE);
    if (mayBeBlank(lossless) && !hasInk(await pointsOf(image.clone()))) return 'looks-empty';
    const isSmall = lossless.bytes.length <= MAX_LOSSLESS_BYTES;
    const drawn = isSmall ? lossless : await asJpeg(image, SMALL_JPEG_QUALITY, '4:2:0');
    return { ...drawn, orientation };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): ImageRefusal {
  const isOutOfMemory = error instanceof Error && /memory/i.test(error.message);
  return isOutOfMemory ? 'picture-too-much' : 'picture-damaged';
}

function mayBeBlank({ bytes, width, height }: Pick<PdfImage, 'bytes' | 'width' | 'height'>): boolean {
  return bytes.length <= BYTES_WITHOUT_INK + (width * height) / PIXELS_PER_BYTE_WITHOUT_INK;
}

function pointsOf(image: Sharp): Promise<Buffer> {
  return image.flatten({ background: 'white' }).toColourspace('srgb').raw().toBuffer();
}

async function asPng(image: Sharp, isPalette: boolean): Promise<PdfImage> {
  const { data, info } = await image
    // Filters that compare with neighbors help photos and harm the few colors of a palette.
    .png({ compressionLevel: 9, adaptiveFiltering: !isPalette, palette: false })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const packed = pngChunks(data)?.filter(({ type }) => type === 'IDAT') ?? [];
  // A PDF can contain the compressed rows of a PNG as they are.
  const bytes = Buffer.concat(packed.map(({ content }) => content));
  return { bytes, width, height, components: channels, filter: 'FlateDecode', orientation: 1 };
}

async function asJpeg(
  image: Sharp,
  quality: number,
  chromaSubsampling: '4:4:4' | '4:2:0',
): Promise<PdfImage> {
  const { data, info } = await image
    .jpeg({ quality, chromaSubsampling })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { bytes: data, width, height, components: channels, filter: 'DCTDecode', orientation: 1 };
}

function reduced(image: Sharp, width: number, height: number): Sharp {
  const scale = Math.sqrt(MAX_KEPT_PIXELS / (width * height));
  return scale >= 1 ? image : image.resize({ width: Math.max(1, Math.floor(width * scale)) });
}

/**
 * Reads a JPEG to its last row. Many good photos cause warnings. A photo counts as damaged only if its rows end too
 * early.
 *
 * @returns its points, if it may be blank
 * @throws when the picture is damaged
 */
async function readToEnd(jpeg: BareJpeg): Promise<Buffer | undefined> {
  const { bytes, width, height } = jpeg;
  const lastRow = { left: 0, top: height - 1, width, height: 1 };
  const read = async (failOn: 'warning' | 'error') => {
    if (mayBeBlank(jpeg)) return pointsOf(open(bytes, failOn));
    await open(bytes, failOn).extract(lastRow).raw().toBuffer();
    return undefined;
  };
  try {
    return await read('warning');
  } catch (error) {
    if (error instanceof Error && error.message.includes('premature end')) throw error;
    return read('error');
  }
}

function open(file: Buffer, failOn: 'warning' | 'error' = 'error'): Sharp {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true });
}

/** Returns true if a PDF reader would show other colors than intended. This is always so for CMYK. */
async function hasForeignColors(file: Buffer, components: number): Promise<boolean> {
  if (components === 1) return false;
  if (components !== 3) return true;
  const { icc } = await open(file).metadata();
  if (icc === undefined) return false;
  // A profile contains its name in ASCII or in UTF-16.
  return !icc.toString('latin1').replaceAll('\0', '').includes('sRGB');
}
