import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_FILE_BYTES } from '#limits.ts';
import { all } from '#server/testing/s3-stranger.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import { systemClock } from '../clock.ts';
import { embeddedStorage } from './embedded.ts';

const storageIn = (folder: string) =>
  embeddedStorage({ folder, clock: systemClock, accessKeyId: 'id', secretFor: () => 'secret' });

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('lists its own files, and ignores what somebody else has put beside them', async () => {
  const folder = temporary();
  const storage = storageIn(folder);
  const key = 'documents/owner/one.pdf';
  await storage.write(key, Buffer.from('content'));
  writeFileSync(join(folder, 'documents/.DS_Store'), '');
  writeFileSync(join(folder, 'documents/owner/.nfs0001'), '');
  mkdirSync(join(folder, 'documents/owner/folder'));
  writeFileSync(join(folder, 'documents/stray'), '');
  expect((await all(storage.list('documents'))).map((file) => file.key)).toEqual([key]);
});

test('removes half-written files and empty folders, and nothing else', async () => {
  const folder = temporary();
  const storage = storageIn(folder);
  for (const owner of ['one', 'other'])
    await storage.write(`documents/${owner}/a.pdf`, Buffer.from('content'));
  await storage.delete('documents/one/a.pdf');
  const strays = ['.parts/x.part', '.parts/folder', 'stray'].map((name) => join(folder, name));
  const [part = '', ...others] = strays;
  writeFileSync(part, '');
  mkdirSync(join(folder, '.parts/folder'));
  writeFileSync(join(folder, 'stray'), '');
  for (const path of strays) utimesSync(path, 0, 0);
  await storage.tidy();
  expect(readdirSync(join(folder, 'documents'))).toEqual(['other']);
  expect(await storage.size('documents/other/a.pdf')).toBe(7);
  expect(existsSync(part)).toBe(false);
  for (const path of others) expect(existsSync(path)).toBe(true);
});

test('a file arrives although its folder was removed as empty at that moment', async () => {
  const folder = temporary();
  const storage = storageIn(folder);
  const key = 'uploads/owner/a';
  for (let index = 0; index < 30; index += 1) {
    await Promise.all([storage.write(key, Buffer.from('content')), storage.tidy()]);
    expect(await storage.size(key)).toBe(7);
    await storage.delete(key);
  }
});

test('a disk without room for the files of applicants is not ready, although a byte fits', async (context) => {
  const disk = smallDisk(context);
  const storage = storageIn(join(disk.folder, 'storage'));
  disk.fill(MAX_FILE_BYTES - 4096);
  expect(await storage.fault()).toEqual(expect.any(String));
  disk.empty();
  expect(await storage.fault()).toBeUndefined();
});

test('on a full disk it is not ready, and leaves nothing behind', async (context) => {
  const disk = smallDisk(context);
  const storage = storageIn(join(disk.folder, 'storage'));
  expect(await storage.fault()).toBeUndefined();
  disk.fill();
  for (let index = 0; index < 5; index += 1) expect(await storage.fault()).toEqual(expect.any(String));
  expect(readdirSync(join(disk.folder, 'storage/.parts'))).toEqual([]);
  const open = readdirSync('/proc/self/fd').length;
  expect(await storage.fault()).toEqual(expect.any(String));
  expect(readdirSync('/proc/self/fd')).toHaveLength(open);
});
