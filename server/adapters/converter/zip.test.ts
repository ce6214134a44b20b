import { describe, expect, test } from 'vitest';
import { zipOf } from '#server/testing/files/zip-of.ts';
import { makeBomb } from '#server/testing/files/corpus.ts';
import { BadZipError } from './zip-list.ts';
import { readZip } from './zip.ts';

const limits = { maxEntries: 10, maxBytes: 1_000_000, maxRatio: 100 };
const entry = (name: string, content = 'content') => ({ name, content: Buffer.from(content) });
const CENTRAL = Buffer.from('PK\u0001\u0002');

/** Returns an archive of two entries after `change` has altered its list. */
function changed(change: (archive: Buffer, first: number, second: number) => void): Buffer {
  const archive = zipOf([entry('a.txt', 'first'), entry('b.txt', 'second')]);
  const first = archive.indexOf(CENTRAL);
  change(archive, first, archive.indexOf(CENTRAL, first + 1));
  return archive;
}

test('reads what it writes', () => {
  const entries = [entry('word/a.xml'), entry('é.txt', 'ü'.repeat(100)), entry('empty', '')];
  expect(readZip(zipOf(entries), limits)).toEqual(entries);
});

/** Returns the archive with a list in the form for archives of more than 4 GB. */
function long(archive: Buffer): Buffer {
  const end = archive.length - 22;
  const [count, size, start] = [
    archive.readUInt16LE(end + 10),
    archive.readUInt32LE(end + 12),
    archive.readUInt32LE(end + 16),
  ];
  const list = Buffer.alloc(76);
  list.writeUInt32LE(0x06064b50, 0);
  list.writeBigUInt64LE(44n, 4);
  list.writeUInt16LE(45, 12);
  list.writeUInt16LE(45, 14);
  list.writeBigUInt64LE(BigInt(count), 24);
  list.writeBigUInt64LE(BigInt(count), 32);
  list.writeBigUInt64LE(BigInt(size), 40);
  list.writeBigUInt64LE(BigInt(start), 48);
  list.writeUInt32LE(0x07064b50, 56);
  list.writeBigUInt64LE(BigInt(end), 64);
  list.writeUInt32LE(1, 72);
  const short = Buffer.from(archive.subarray(end));
  short.fill(0xff, 8, 20);
  return Buffer.concat([archive.subarray(0, end), list, short]);
}

/** Returns an archive of one entry whose numbers are in the long form. */
function longEntry(name: string, text: string): Buffer {
  const archive = zipOf([entry(name, text)]);
  const central = archive.indexOf(CENTRAL);
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  for (const [index, at] of [24, 20, 42].entries())
    field.writeBigUInt64LE(BigInt(archive.readUInt32LE(central + at)), 4 + index * 8);
  const head = Buffer.from(archive.subarray(central, central + 46 + name.length));
  for (const at of [20, 24, 42]) head.writeUInt32LE(0xffffffff, at);
  head.writeUInt16LE(field.length, 30);
  const end = Buffer.from(archive.subarray(-22));
  end.writeUInt32LE(head.length + field.length, 12);
  return Buffer.concat([archive.subarray(0, central), head, field, end]);
}

describe('reads archives as other programs write them', () => {
  const two = () => zipOf([entry('a.txt', 'first'), entry('b.txt', 'second')]);

  test.each<[name: string, archive: () => Buffer]>([
    ['with the list of large archives', () => long(two())],
    [
      'with a remark at the end',
      () => {
        const archive = Buffer.concat([two(), Buffer.from('remark')]);
        archive.writeUInt16LE(6, archive.length - 8);
        return archive;
      },
    ],
    ['with bytes behind the end', () => Buffer.concat([two(), Buffer.alloc(512)])],
    [
      'with sizes behind each entry',
      () => {
        const archive = two();
        for (const at of [0, archive.indexOf('b.txt') - 30]) {
          archive.writeUInt16LE(archive.readUInt16LE(at + 6) | 8, at + 6);
          archive.fill(0, at + 14, at + 26);
        }
        return archive;
      },
    ],
  ])('%s', (_, archive) => {
    expect(readZip(archive(), limits)).toEqual([entry('a.txt', 'first'), entry('b.txt', 'second')]);
  });

  test('with the numbers of large entries', () => {
    expect(readZip(longEntry('a.txt', 'first'), limits)).toEqual([entry('a.txt', 'first')]);
  });

  test('with the separators of Windows', () => {
    expect(readZip(zipOf([entry('word\\a.xml')]), limits)).toEqual([entry('word/a.xml')]);
  });

  test.each([two, () => long(two()), () => longEntry('a.txt', 'first')])(
    'but none of those when it is cut',
    (archive) => {
      const whole = archive();
      for (let length = 0; length < whole.length; length += 1)
        expect(() => readZip(whole.subarray(0, length), limits)).toThrow(BadZipError);
    },
  );
});

test.each<[name: string, archive: () => Buffer, reason: RegExp]>([
  ['nothing', () => Buffer.alloc(0), /no list/],
  ['one cut short', () => zipOf([entry('a')]).subarray(0, -30), /no list/],
  ['too many entries', () => zipOf(Array.from({ length: 11 }, (_, index) => entry(`${index}`))), /too many/],
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
  ['a name that climbs', () => zipOf([entry('../a')]), /leaves/],
  ['a name from the root', () => zipOf([entry('/etc/a')]), /leaves/],
  ['a name of another system', () => zipOf([entry('c:\\a')]), /leaves/],
  ['a name that climbs in the way of another system', () => zipOf([entry('a\\..\\..\\b')]), /leaves/],
  ['a name with a NUL', () => zipOf([entry('a\0b')]), /leaves/],
  ['one name twice', () => zipOf([entry('a.xml'), entry('A.xml')]), /one name/],
])('refuses %s', (_, archive, reason) => {
  expect(() => readZip(archive(), limits)).toThrow(reason);
});
