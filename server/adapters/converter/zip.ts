import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  BadZipError,
  CENTRAL,
  CENTRAL_BYTES,
  END,
  END_BYTES,
  listEntries,
  LOCAL,
  LOCAL_BYTES,
  type Found,
} from './zip-list.ts';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

interface ZipLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** The most that the content may be larger than the archive, as a factor. */
  readonly maxRatio: number;
}

const UTF8_FLAG = 0x800;
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
  refuseOverlaps(found);
  return found.map((entry) => ({ name: entry.name, content: unpack(archive, entry) }));
}

/** Returns a new archive that contains only these entries. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const body: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content, { level: 1 });
    const encodedName = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_FLAG, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(0x00210000, 6); // 1 January 1980: the format requires a date.
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(encodedName.length, 22);
    const central = Buffer.alloc(CENTRAL_BYTES);
    central.writeUInt32LE(CENTRAL, 0);
    central.writeUInt16LE(20, 4);
    common.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    list.push(central, encodedName);
    body.push(uint32(LOCAL), common, encodedName, packed);
    offset += LOCAL_BYTES + encodedName.length + packed.length;
  }
  const listBytes = list.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listBytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...body, ...list, end]);
}

function refuseOverlaps(found: readonly Found[]): void {
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

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
