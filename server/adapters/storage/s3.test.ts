import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { all, useS3 } from '#server/testing/s3-stranger.ts';
import { systemClock } from '../clock.ts';
import { s3Storage } from './s3.ts';
import { FileTooLargeError } from './storage.ts';

const storage = useS3();
const storageAt = (endpoint: string) =>
  s3Storage({
    endpoint,
    region: 'us-east-1',
    bucket: 'bucket',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    clock: systemClock,
  });

test('writes, measures, reads, lists and deletes', async () => {
  const key = 'documents/owner/one.pdf';
  await storage().write(key, Buffer.from('content'));
  expect(await storage().size(key)).toBe(7);
  expect((await storage().read(key))?.toString()).toBe('content');
  expect(await all(storage().list('documents'))).toEqual([
    { key, bytes: 7, changedAt: new Date('2026-01-02T03:04:05.000Z') },
  ]);
  await storage().delete(key);
  expect(await storage().size(key)).toBeUndefined();
  expect(await storage().read(key)).toBeUndefined();
});

test('sends a file in pieces, so that a slow reader keeps no connection', async () => {
  const key = 'copies/owner/large.pdf';
  const content = Buffer.concat([Buffer.alloc(2 * 1024 * 1024, 'a'), Buffer.from('the end')]);
  await storage().write(key, content);
  const file = await storage().open(key);
  expect(file?.bytes).toBe(content.length);
  const pieces: Buffer[] = file === undefined ? [] : await all(file.content);
  expect(pieces.map(({ length }) => length)).toEqual([1_048_576, 1_048_576, 7]);
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  expect(await storage().open('copies/owner/missing.pdf')).toBeUndefined();
});

test('says whether it can be reached', async () => {
  expect(await storage().fault()).toBeUndefined();
  expect(await storageAt('http://127.0.0.1:1').fault()).toEqual(expect.any(String));
});

test('a file that is too large to be read is closed, and its connection with it', async () => {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<string>();
  const endless = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 300 * 1024 * 1024 }).write('a');
    response.on('close', () => letGo('let go'));
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    endless.closeAllConnections();
    endless.close();
  });
  const address = endless.address();
  const { read } = storageAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  await expect(read('documents/owner/one.pdf')).rejects.toThrow(FileTooLargeError);
  expect(await isLetGo).toBe('let go');
});

test('gives forms that post to the bucket', async () => {
  const { url, fields } = await storage().uploadForm('uploads/owner/abc');
  expect(new URL(url).pathname).toBe('/bucket');
  const policy: unknown = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString());
  expect(policy).toMatchObject({
    conditions: expect.arrayContaining([
      ['content-length-range', 1, 1_048_576],
      { key: 'uploads/owner/abc' },
    ]),
  });
});
