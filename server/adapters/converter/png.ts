import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_BYTES = 13;
const CHUNK_OVERHEAD_BYTES = 12;
const PROFILE_MAX_BYTES = 131_072;
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'iCCP', 'sRGB']);
/** A reader cannot guess what a damaged one of these contained. */
const INDISPENSABLE = new Set(['IHDR', 'PLTE']);

interface PngChunk {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Returns the chunks of a PNG up to its end chunk, or up to where it stops without one. Like browsers, it leaves out
 * damaged comments and the like. Compressed pixels stay whatever their checksum says: they have another one, which is
 * checked when they are decompressed.
 *
 * @returns `undefined` when the chunks form no picture
 */
export function pngChunks(file: Buffer): PngChunk[] | undefined {
  const chunks: PngChunk[] = [];
  let at = SIGNATURE.length;
  while (at + CHUNK_OVERHEAD_BYTES <= file.length) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') break;
    const end = at + 8 + length;
    const content = file.subarray(at + 8, end);
    const isIntact = end + 4 <= file.length && crc32(file.subarray(at + 4, end)) === file.readUInt32BE(end);
    if (isIntact || type === 'IDAT') chunks.push({ type, content });
    else if (INDISPENSABLE.has(type)) return undefined;
    at = end + 4;
  }
  const [header] = chunks;
  return header?.type === 'IHDR' && header.content.length === HEADER_BYTES ? chunks : undefined;
}

/** Returns the same picture without comments, times, places and further frames. */
export function barePng(chunks: readonly PngChunk[]): Buffer {
  return makePng(
    chunks.filter(
      ({ type, content }) => KEPT.has(type) && (type !== 'iCCP' || content.length < PROFILE_MAX_BYTES),
    ),
  );
}

/** Returns a PNG of these chunks, with an end chunk. */
export function makePng(chunks: readonly PngChunk[]): Buffer {
  const all = [...chunks, { type: 'IEND', content: Buffer.alloc(0) }];
  return Buffer.concat([SIGNATURE, ...all.map(written)]);
}

function written({ type, content }: PngChunk): Buffer {
  const chunk = Buffer.alloc(CHUNK_OVERHEAD_BYTES + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}
