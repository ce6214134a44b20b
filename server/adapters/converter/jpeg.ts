/** A JPEG reduced to the picture, with what is needed to show it. */
export interface BareJpeg {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** True if a PDF reader can show it as it is: 8 bits, baseline or progressive. */
  readonly isPlain: boolean;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

const SOS = 0xda;
const EOI = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const COMMENT = 0xfe;
const JFIF_BYTES = 16;
const ORIENTATION_TAG = 0x0112;
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);
const PLAIN_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/**
 * Parses a JPEG and removes EXIF, color profiles, thumbnails, comments and everything after its end.
 *
 * @returns `undefined` when the segments form no complete picture
 */
export function bareJpeg(file: Buffer): BareJpeg | undefined {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let frame: Pick<BareJpeg, 'width' | 'height' | 'components' | 'isPlain'> | undefined;
  let orientation = 1;
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // A fill byte.
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at, at + 2 + length);
    if (length < 2 || segment.length < 2 + length) return undefined;
    if (isFrame(marker)) {
      if (frame !== undefined || length < 8) return undefined;
      frame = {
        height: segment.readUInt16BE(5),
        width: segment.readUInt16BE(7),
        components: segment[9] ?? 0,
        isPlain: PLAIN_FRAMES.has(marker) && segment[4] === 8,
      };
    }
    if (marker === APP1) orientation = exifOrientation(segment.subarray(4)) ?? orientation;
    if (isNeeded(marker, segment)) kept.push(segment);
    at += segment.length;
    if (marker === SOS) {
      const end = endOfScan(file, at);
      kept.push(file.subarray(at, end));
      at = end;
      if (at + 1 < file.length && file[at + 1] === EOI) break;
    }
  }
  if (frame === undefined || file[at + 1] !== EOI) return undefined;
  kept.push(Buffer.from([0xff, EOI]));
  return { bytes: Buffer.concat(kept), ...frame, orientation };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker);
}

function isNeeded(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker === APP0)
    return segment.length === 2 + JFIF_BYTES && segment.toString('latin1', 4, 8) === 'JFIF';
  if (marker === APP14) return segment.toString('latin1', 4, 9) === 'Adobe';
  return marker < APP0 || marker > 0xef;
}

/** Returns the end of the compressed data: the next marker that is neither stuffing nor a restart. */
function endOfScan(file: Buffer, start: number): number {
  let at = start;
  while (at + 1 < file.length) {
    at = file.indexOf(0xff, at);
    if (at === -1) return file.length;
    const next = file[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at += next === 0xff ? 1 : 2;
  }
  return file.length;
}

function exifOrientation(app1: Buffer): number | undefined {
  if (app1.toString('latin1', 0, 6) !== 'Exif\0\0' || app1.length < 14) return undefined;
  const tiff = app1.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const u32 = (at: number) =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  const directory = u32(4);
  for (let index = 0; index < u16(directory); index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (u16(entry) !== ORIENTATION_TAG) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
