import { NamedError } from '../errors.ts';

/** We refuse to open the archive. `message` says why, for tests and the log. */
export class BadZipError extends NamedError {}

export const END = 0x06054b50;
export const CENTRAL = 0x02014b50;
export const LOCAL = 0x04034b50;
export const END_BYTES = 22;
/** The form for archives that may be larger than 4 GB. Some programs use it for small ones, too. */
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const END64_BYTES = 56;
const LOCATOR64_BYTES = 20;
const FIELD64 = 0x0001;
/** Stands for a number that is in the long form. */
const LONG = 0xffffffff;
export const CENTRAL_BYTES = 46;
export const LOCAL_BYTES = 30;
const COMMENT_MAX_BYTES = 0xffff;
const ENCRYPTED_FLAG = 0x1;
const FILE_TYPE_MASK = 0o170000;
const SYMLINK = 0o120000;

/** An entry as the list declares it, and where its bytes start. */
export interface Found {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly start: number;
}

/**
 * Reads the list of an archive's entries, without folders.
 *
 * @throws {BadZipError}
 */
export function listEntries(archive: Buffer, maxEntries: number): Found[] {
  const { end, count, start } = findList(archive);
  if (count > maxEntries) throw new BadZipError('too many entries');
  const found: Found[] = [];
  const names = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || archive.readUInt32LE(at) !== CENTRAL)
      throw new BadZipError('broken list');
    const nameBytes = archive.readUInt16LE(at + 28);
    const next =
      at + CENTRAL_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (next > end) throw new BadZipError('broken list');
    // Some Windows programs write backslashes.
    const name = archive
      .toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes)
      .replaceAll('\\', '/');
    const unixMode = archive.readUInt32LE(at + 38) >>> 16;
    if ((archive.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0) throw new BadZipError('encrypted');
    if ((unixMode & FILE_TYPE_MASK) === SYMLINK) throw new BadZipError('a link');
    if (!isPlainName(name)) throw new BadZipError('a name that leaves the archive');
    const isFolder = name.endsWith('/');
    // Word treats part names as case-insensitive and writes each once. A repeated name is an attack.
    if (names.has(name.toLowerCase())) throw new BadZipError('two entries of one name');
    names.add(name.toLowerCase());
    if (!isFolder) found.push(locate(archive, at, name, end));
    at = next;
  }
  return found;
}

function locate(archive: Buffer, at: number, name: string, end: number): Found {
  const { bytes, packedBytes, local } = numbersOf(archive, at);
  if (local + LOCAL_BYTES > end || archive.readUInt32LE(local) !== LOCAL)
    throw new BadZipError('broken entry');
  const entry = {
    name,
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    packedBytes,
    bytes,
    start: local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28),
  };
  if (entry.start + entry.packedBytes > end) throw new BadZipError('cut short');
  return entry;
}

/** Reads the numbers of an entry. Those in the long form are in a field after its name, in this order. */
function numbersOf(archive: Buffer, at: number) {
  const fieldsAt = at + CENTRAL_BYTES + archive.readUInt16LE(at + 28);
  const fields = archive.subarray(fieldsAt, fieldsAt + archive.readUInt16LE(at + 30));
  let longAt = longFieldOf(fields);
  const read = (short: number) => {
    if (short !== LONG || longAt === undefined) return short;
    if (longAt + 8 > fields.length) throw new BadZipError('broken entry');
    longAt += 8;
    return longOf(fields, longAt - 8);
  };
  const bytes = read(archive.readUInt32LE(at + 24));
  const packedBytes = read(archive.readUInt32LE(at + 20));
  return { bytes, packedBytes, local: read(archive.readUInt32LE(at + 42)) };
}

function longFieldOf(fields: Buffer): number | undefined {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) === FIELD64) return at + 4;
  }
  return undefined;
}

/** Returns where the list of entries ends and starts, and how many there are. */
function findList(archive: Buffer) {
  const end = findEnd(archive);
  const locator = end - LOCATOR64_BYTES;
  if (locator < 0 || archive.readUInt32LE(locator) !== LOCATOR64)
    return { end, count: archive.readUInt16LE(end + 10), start: archive.readUInt32LE(end + 16) };
  const long = longOf(archive, locator + 8);
  if (long + END64_BYTES > locator || archive.readUInt32LE(long) !== END64)
    throw new BadZipError('no list of entries');
  return { end: long, count: longOf(archive, long + 32), start: longOf(archive, long + 48) };
}

function findEnd(archive: Buffer): number {
  const from = Math.max(0, archive.length - END_BYTES - COMMENT_MAX_BYTES);
  for (let at = archive.length - END_BYTES; at >= from; at -= 1) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new BadZipError('no list of entries');
}

/** Returns a number of 8 bytes. One that is too large for any file is as good as any other. */
function longOf(buffer: Buffer, at: number): number {
  return Number(buffer.readBigUInt64LE(at));
}

function isPlainName(name: string): boolean {
  const parts = name.split('/');
  // oxlint-disable-next-line no-control-regex -- the pattern finds exactly these characters in order to refuse them
  const isClean = name !== '' && !/[:\u0000-\u001f]/.test(name);
  return isClean && !name.startsWith('/') && !parts.includes('..') && !parts.includes('.');
}
