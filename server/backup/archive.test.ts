import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all } from '#server/testing/s3-stranger.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import { BackupError, DAMAGED, readArchive, writeArchive, type ArchiveEntry } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'admissions-archive-'));
const path = join(folder, 'whole');
afterAll(() => rmSync(folder, { recursive: true }));

const entries: readonly ArchiveEntry[] = [
  { name: 'backup.json', content: Buffer.from('{}') },
  { name: 'files/empty', content: Buffer.alloc(0) },
  { name: 'files/one-block', content: Buffer.alloc(512, 'x') },
  { name: `files/documents/${'a'.repeat(80)}/${'b'.repeat(80)}.pdf`, content: randomBytes(200_000) },
];

async function* given(list: readonly ArchiveEntry[] = entries) {
  yield* list;
}

beforeAll(() => writeArchive(path, given()));

test('an archive gives back what was put in, byte for byte, and nobody else may read it', async () => {
  expect(await all(readArchive(path))).toEqual(entries);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an archive can be read with tar', () => {
  const listed = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).trim().split('\n');
  expect(listed).toEqual([...entries.map(({ name }) => name), 'checksum.json']);
});

test('writing an archive never replaces a file, and leaves none behind when it fails', async () => {
  await expect(writeArchive(path, given())).rejects.toThrow('already');
  async function* failing(): AsyncGenerator<ArchiveEntry> {
    yield* entries;
    throw new Error('The database went away.');
  }
  const other = join(folder, 'other');
  await expect(writeArchive(other, failing())).rejects.toThrow('went away');
  await expect(writeArchive(join(folder, 'no/such/folder'), given())).rejects.toThrow(BackupError);
  expect(readdirSync(folder)).toEqual(['whole']);
});

test('an archive has its name only once it is whole, and the first of two with one name keeps it', async () => {
  const name = join(folder, 'at-once');
  async function* looking(): AsyncGenerator<ArchiveEntry> {
    for (const entry of entries) {
      expect(existsSync(name)).toBe(false);
      yield entry;
    }
    await writeArchive(name, given(entries.slice(0, 2)));
  }
  await expect(writeArchive(name, looking())).rejects.toThrow('already');
  expect(await all(readArchive(name))).toEqual(entries.slice(0, 2));
  rmSync(name);
  expect(readdirSync(folder)).toEqual(['whole']);
});

test('an archive that is interrupted leaves nothing behind, and can be written again', async () => {
  const name = join(folder, 'interrupted');
  const interruption = new AbortController();
  async function* interrupted(): AsyncGenerator<ArchiveEntry> {
    yield* entries;
    interruption.abort();
    yield* entries;
  }
  const failed = writeArchive(name, interrupted(), interruption.signal);
  await expect(failed).rejects.toThrow('The backup was interrupted; nothing of it was kept.');
  expect(readdirSync(folder)).toEqual(['whole']);
  await writeArchive(name, given());
  rmSync(name);
});

test('an archive for which the disk has no room is reported in a sentence, and leaves no partial file', async (context) => {
  const disk = smallDisk(context);
  disk.fill(50_000);
  const full = join(disk.folder, 'whole');
  const failed = writeArchive(full, given());
  await expect(failed).rejects.toThrow(BackupError);
  await expect(failed).rejects.toThrow(`${full} cannot be written: the disk is full (ENOSPC).`);
  expect(readdirSync(disk.folder)).toEqual(['ballast']);
});

test.each([
  { damage: 'cut off', change: (whole: Buffer) => whole.subarray(0, whole.length - 100) },
  { damage: 'cut in half', change: (whole: Buffer) => whole.subarray(0, whole.length / 2) },
  { damage: 'empty', change: () => Buffer.alloc(0) },
  { damage: 'something else', change: () => Buffer.from('This is a letter.') },
  { damage: 'one bit turned in the compressed bytes', change: (whole: Buffer) => turned(whole, 5000) },
  {
    damage: 'one bit turned in a file',
    change: (whole: Buffer) => inside(whole, (tar) => turned(tar, 5000)),
  },
  {
    damage: 'one bit turned in a header',
    change: (whole: Buffer) => inside(whole, (tar) => turned(tar, 130)),
  },
  {
    damage: 'without its end, packed anew',
    change: (whole: Buffer) =>
      inside(whole, (tar) => Buffer.concat([tar.subarray(0, 4096), Buffer.alloc(1024)])),
  },
])('a file that is $damage is refused', async ({ change }) => {
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, change(readFileSync(path)));
  await expect(all(readArchive(damaged))).rejects.toThrow(DAMAGED);
});

test('reading an archive that is not there names the file', async () => {
  await expect(all(readArchive(join(folder, 'nothing')))).rejects.toThrow('cannot be read (ENOENT)');
});

function inside(whole: Buffer, change: (tar: Buffer) => Buffer): Buffer {
  return gzipSync(change(gunzipSync(whole)));
}

function turned(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
