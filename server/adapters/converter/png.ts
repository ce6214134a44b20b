import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
const CHUNK_OVERHEAD_BYTES = 12;
const PROFILE_MAX_BYTES = 131_072;
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'iCCP', 'sRGB']);

interface PngChunk {
  readonly type: string;
  readonly content: Buffer;
  readonly raw: Buffer;
}

/**
 * Returns the chunks of a PNG up to its end chunk. Ignores anything after it.
 *
 * @returns `undefined` when the chunks form no complete picture
 */
export function pngChunks(file: Buffer): PngChunk[] | undefined {
  const chunks: PngChunk[] = [];
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_OVERHEAD_BYTES <= file.length) {
    const length = file.readUInt32BE(at);
    const raw = file.subarray(at, at + CHUNK_OVERHEAD_BYTES + length);
    if (raw.length < CHUNK_OVERHEAD_BYTES + length) return undefined;
    const type = raw.toString('latin1', 4, 8);
    if (crc32(raw.subarray(4, 8 + length)) !== raw.readUInt32BE(8 + length)) return undefined;
    chunks.push({ type, content: raw.subarray(8, 8 + length), raw });
    if (type === 'IEND')
      return chunks[0]?.type === 'IHDR' && chunks[0].content.length === 13 ? chunks : undefined;
    at += raw.length;
  }
  return undefined;
}

/** Returns the same picture without comments, times, places and further frames. */
export function barePng(file: Buffer, chunks: readonly PngChunk[]): Buffer {
  const kept = chunks.filter(
    ({ type, content }) => KEPT.has(type) && (type !== 'iCCP' || content.length < PROFILE_MAX_BYTES),
  );
  return Buffer.concat([file.subarray(0, SIGNATURE_BYTES), ...kept.map(({ raw }) => raw)]);
}
