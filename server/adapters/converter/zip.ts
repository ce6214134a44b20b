import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** We refuse to open the archive. `reason` says why, for tests and the log. */
export class BadZipError extends Error {
  override readonly name = 'BadZipError';
}

interface ZipLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** The most that the content may be larger than the archive, as a factor. */
  readonly maxRatio: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX_BYTES = 0xffff;
const ENCRYPTED_FLAG = 0x1;
const UTF8_FLAG = 0x800;
const STORED = 0;
const DEFLATED = 8;
const FILE_TYPE_MASK = 0o170000;
const SYMLINK = 0o120000;

interface Found {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly start: number;
}

/**
 * Reads a whole archive. First checks the declared sizes in its list, then counts the bytes while unpacking each
 * entry, so that a false declaration has no effect.
 *
 * @throws {BadZipError}
 */
export function readZip(archive: Buffer, limits: ZipLimits): ZipEntry[] {
  const found = listEntries(archive, limits);
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

function listEntries(archive: Buffer, { maxEntries }: ZipLimits): Found[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > maxEntries) throw new BadZipError('too many entries');
  const found: Found[] = [];
  const names = new Set<string>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || archive.readUInt32LE(at) !== CENTRAL)
      throw new BadZipError('broken list');
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes);
    const unixMode = archive.readUInt32LE(at + 38) >>> 16;
    if ((archive.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0) throw new BadZipError('encrypted');
    if ((unixMode & FILE_TYPE_MASK) === SYMLINK) throw new BadZipError('a link');
    if (!isPlainName(name)) throw new BadZipError('a name that leaves the archive');
    const isFolder = name.endsWith('/');
    // Word treats part names as case-insensitive and writes each once. A repeated name is an attack.
    if (names.has(name.toLowerCase())) throw new BadZipError('two entries of one name');
    names.add(name.toLowerCase());
    if (!isFolder) found.push(locate(archive, at, name, end));
    at += CENTRAL_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return found;
}

function locate(archive: Buffer, at: number, name: string, end: number): Found {
  const local = archive.readUInt32LE(at + 42);
  if (local + LOCAL_BYTES > end || archive.readUInt32LE(local) !== LOCAL)
    throw new BadZipError('broken entry');
  const entry = {
    name,
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    packedBytes: archive.readUInt32LE(at + 20),
    bytes: archive.readUInt32LE(at + 24),
    start: local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28),
  };
  if (entry.start + entry.packedBytes > end) throw new BadZipError('cut short');
  return entry;
}

function findEnd(archive: Buffer): number {
  const from = Math.max(0, archive.length - END_BYTES - COMMENT_MAX_BYTES);
  for (let at = archive.length - END_BYTES; at >= from; at -= 1) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new BadZipError('no list of entries');
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

function isPlainName(name: string): boolean {
  const parts = name.split('/');
  // oxlint-disable-next-line no-control-regex -- the pattern finds exactly these characters in order to refuse them
  const isClean = name !== '' && !/[\\:\u0000-\u001f]/.test(name);
  return isClean && !name.startsWith('/') && !parts.includes('..') && !parts.includes('.');
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
