const EXIF_HEADER = Buffer.from('Exif\0\0');
const ORIENTATION_TAG = 0x0112;

/** Returns the orientation, 1 to 8, from a picture's EXIF data. `undefined` if they have none. */
export function exifOrientation(exif: Buffer): number | undefined {
  // A JPEG always has this header, and some programs put it into a PNG, too.
  const tiff = exif.indexOf(EXIF_HEADER) === 0 ? exif.subarray(EXIF_HEADER.length) : exif;
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
