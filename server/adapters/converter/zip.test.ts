import { expect, test } from 'vitest';
import { makeBomb } from './corpus.ts';
import { readZip, writeZip } from './zip.ts';

const limits = { maxEntries: 10, maxBytes: 1_000_000, maxRatio: 100 };
const entry = (name: string, content = 'content') => ({ name, content: Buffer.from(content) });
const CENTRAL = Buffer.from('PK\u0001\u0002');

/** Returns an archive of two entries after `change` has altered its list. */
function changed(change: (archive: Buffer, first: number, second: number) => void): Buffer {
  const archive = writeZip([entry('a.txt', 'first'), entry('b.txt', 'second')]);
  const first = archive.indexOf(CENTRAL);
  change(archive, first, archive.indexOf(CENTRAL, first + 1));
  return archive;
}

test('reads what it writes', () => {
  const entries = [entry('word/a.xml'), entry('é.txt', 'ü'.repeat(100)), entry('empty', '')];
  expect(readZip(writeZip(entries), limits)).toEqual(entries);
});

test.each<[name: string, archive: () => Buffer, reason: RegExp]>([
  ['nothing', () => Buffer.alloc(0), /no list/],
  ['one cut short', () => writeZip([entry('a')]).subarray(0, -30), /no list/],
  [
    'too many entries',
    () => writeZip(Array.from({ length: 11 }, (_, index) => entry(`${index}`))),
    /too many/,
  ],
  ['too much, admitted', () => makeBomb(2_000_000, 2_000_000), /too large/],
  ['too tight', () => makeBomb(900_000, 900_000), /tightly/],
  ['too much, denied', () => makeBomb(2_000_000, 100), /as declared/],
  ['too little', () => changed((archive, first) => archive.writeUInt32LE(6, first + 24)), /as declared/],
  [
    'another content than declared',
    () => changed((archive, first) => archive.writeUInt32LE(1, first + 16)),
    /as declared/,
  ],
  [
    'two entries over the same bytes',
    () => changed((archive, _, second) => archive.writeUInt32LE(0, second + 42)),
    /overlap/,
  ],
  [
    'an entry beyond the end',
    () => changed((archive, first) => archive.writeUInt32LE(0xffffff, first + 42)),
    /broken/,
  ],
  [
    'a list beyond the end',
    () => changed((archive) => archive.writeUInt32LE(0xffffff, archive.length - 6)),
    /broken/,
  ],
  ['an encrypted entry', () => changed((archive, first) => archive.writeUInt16LE(1, first + 8)), /encrypted/],
  [
    'a symbolic link',
    () => changed((archive, first) => archive.writeUInt32LE((0o120777 << 16) >>> 0, first + 38)),
    /a link/,
  ],
  [
    'an unknown way of packing',
    () => changed((archive, first) => archive.writeUInt16LE(99, first + 10)),
    /packing/,
  ],
  ['a name that climbs', () => writeZip([entry('../a')]), /leaves/],
  ['a name from the root', () => writeZip([entry('/etc/a')]), /leaves/],
  ['a name of another system', () => writeZip([entry('c:\\a')]), /leaves/],
  ['a name with a NUL', () => writeZip([entry('a\0b')]), /leaves/],
  ['one name twice', () => writeZip([entry('a.xml'), entry('A.xml')]), /one name/],
])('refuses %s', (_, archive, reason) => {
  expect(() => readZip(archive(), limits)).toThrow(reason);
});
