import { buffer } from 'node:stream/consumers';
import { crc32, inflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { BadZipError, listEntries, type Found } from './zip-list.ts';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

interface ZipLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** The most that the content may exceed the archive, as a factor. */
  readonly maxRatio: number;
}

export function xmlEntry(name: string, xml: string): ZipEntry {
  return { name, content: Buffer.from(xml, 'utf8') };
}

/** A constant date, so that the same entries make the same bytes. */
const WRITTEN = { compressionLevel: 1, mtime: new Date(0), forceDosTimestamp: true };
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads a whole archive. First checks the declared sizes in its list, then counts the bytes while unpacking each
 * entry, so that a false declaration has no effect.
 *
 * @throws {BadZipError}
 */
export function readZip(archive: Buffer, limits: ZipLimits): ZipEntry[] {
  const found = listEntries(archive, limits.maxEntries);
  const declared = found.reduce((sum, { bytes }) => sum + bytes, 0);
  if (declared > limits.maxBytes) throw new BadZipError('too large unpacked');
  if (declared > archive.length * limits.maxRatio) throw new BadZipError('packed too tightly');
  rejectOverlaps(found);
  return found.map((entry) => ({ name: entry.name, content: unpack(archive, entry) }));
}

/** Returns a new archive that contains only these entries. */
export function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content } of entries) zip.addBuffer(content, name, WRITTEN);
  zip.end();
  return buffer(zip.outputStream);
}

function rejectOverlaps(found: readonly Found[]): void {
  let free = 0;
  for (const { start, packedBytes } of [...found].sort((a, b) => a.start - b.start)) {
    if (start < free) throw new BadZipError('entries that overlap');
    free = start + packedBytes;
  }
}

function unpack(archive: Buffer, { method, crc, packedBytes, bytes, start }: Found): Buffer {
  const packed = archive.subarray(start, start + packedBytes);
  if (method !== STORED && method !== DEFLATED) throw new BadZipError('an unknown way of packing');
  let content: Buffer;
  try {
    content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(bytes, 1) });
  } catch {
    throw new BadZipError('an entry that cannot be unpacked as declared');
  }
  if (content.length !== bytes || crc32(content) !== crc)
    throw new BadZipError('an entry that is not as declared');
  return content;
}
