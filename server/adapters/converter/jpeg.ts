import { exifOrientation } from './exif.ts';

/** A JPEG reduced to the picture, with what is needed to show it. */
export interface BareJpeg {
  readonly bytes: Buffer;
  /** With everything before the picture's end, such as its color profile. */
  readonly whole: Buffer;
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** True if a PDF reader can show it as it is: 8 bits, baseline or progressive, with its end. */
  readonly isPlain: boolean;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

const SOS = 0xda;
const EOI = 0xd9;
const END = Buffer.from([0xff, EOI]);
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const COMMENT = 0xfe;
const JFIF_BYTES = 16;
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);
const SEQUENTIAL_FRAMES = new Set([0xc0, 0xc1]);
const PROGRESSIVE_FRAME = 0xc2;
/** What can stand between two scans: tables, restart intervals, comments and programs' own segments. */
const BETWEEN_SCANS = new Set([0xc4, 0xcc, SOS, 0xdb, 0xdc, 0xdd, COMMENT]);

/**
 * Parses a JPEG and removes EXIF, color profiles, thumbnails, comments and everything after its end. Like browsers, it
 * skips stray bytes between segments, and takes a picture that has all its pixels but no end marker.
 *
 * @returns `undefined` when the segments form no picture
 */
export function bareJpeg(file: Buffer): BareJpeg | undefined {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let frame: Pick<BareJpeg, 'width' | 'height' | 'components'> | undefined;
  let isPlain = false;
  let isSequential = false;
  let hasScan = false;
  let orientation = 1;
  let at = markerFrom(file, 2);
  while (file[at + 1] !== EOI) {
    const marker = file[at + 1];
    if (hasScan && (marker === undefined || !canFollowScan(marker))) break;
    if (marker === undefined || at + 4 > file.length) return undefined;
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at, at + 2 + length);
    if (length < 2 || segment.length < 2 + length) return undefined;
    if (isFrame(marker)) {
      if (frame !== undefined || length < 8) return undefined;
      frame = {
        height: segment.readUInt16BE(5),
        width: segment.readUInt16BE(7),
        components: segment[9] ?? 0,
      };
      isSequential = SEQUENTIAL_FRAMES.has(marker);
      isPlain = (isSequential || marker === PROGRESSIVE_FRAME) && segment[4] === 8;
    }
    if (marker === APP1) orientation = exifOrientation(segment.subarray(4)) ?? orientation;
    if (isNeeded(marker, segment)) kept.push(segment);
    at += segment.length;
    if (marker === SOS) {
      hasScan = true;
      const end = endOfScan(file, at);
      kept.push(file.subarray(at, end));
      at = end;
      const numComponents = segment[4];
      if (isSequential && numComponents === frame?.components) break;
    }
    at = markerFrom(file, at);
  }
  if (frame === undefined || !hasScan) return undefined;
  kept.push(END);
  // Without an end marker, the pixels cannot be told from what follows.
  const isClosed = file[at + 1] === EOI;
  const whole = isClosed ? file : Buffer.concat([file.subarray(0, at), END]);
  return { bytes: Buffer.concat(kept), whole, ...frame, isPlain: isPlain && isClosed, orientation };
}

/** Returns the position of the next marker that begins a segment or ends the file. */
function markerFrom(file: Buffer, start: number): number {
  for (let at = start; ; at += 1) {
    at = file.indexOf(0xff, at);
    if (at === -1) return file.length;
    const marker = file[at + 1] ?? 0;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker !== 0x00 && marker !== 0xff && !isAlone) return at;
  }
}

function canFollowScan(marker: number): boolean {
  return BETWEEN_SCANS.has(marker) || (marker >= APP0 && marker <= 0xef);
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
