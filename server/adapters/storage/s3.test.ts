import { expect, test } from 'vitest';
import { all, useS3 } from '#server/testing/s3-stranger.ts';
import { systemClock } from '../clock.ts';
import { s3Storage } from './s3.ts';

const storage = useS3();

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

test('says whether it can be reached', async () => {
  expect(await storage().isReady()).toBe(true);
  const away = s3Storage({
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    bucket: 'bucket',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    clock: systemClock,
  });
  expect(await away.isReady()).toBe(false);
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
