import { crc32, deflateRawSync } from 'node:zlib';
import {
  CENTRAL,
  CENTRAL_BYTES,
  END,
  END_BYTES,
  LOCAL,
  LOCAL_BYTES,
} from '#server/adapters/converter/zip-list.ts';
import type { ZipEntry } from '#server/adapters/converter/zip.ts';

const UTF8_FLAG = 0x800;
const DEFLATED = 8;

/** Returns an archive of these entries, also with names that a library refuses to write. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
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

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
