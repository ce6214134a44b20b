import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** As much of S3 as we speak, by its protocol: a stranger on the other end of the wire, not a part of ours. */
const objects = new Map<string, Buffer>();
const listener = createServer((request, response) => void answer(request, response));
let storage: Storage;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''));
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) {
    response.writeHead(403).end();
    return;
  }
  const body = Buffer.concat(await all(request as AsyncIterable<Buffer>));
  const found = objects.get(key);
  if (request.method === 'PUT') objects.set(key, body);
  if (request.method === 'DELETE') objects.delete(key);
  if (key === '') {
    const contents = [...objects]
      .filter(([name]) => name.startsWith(searchParams.get('prefix') ?? ''))
      .map(
        ([name, { length }]) =>
          `<Contents><Key>${name}</Key><Size>${length}</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
      );
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
    return;
  }
  if ((request.method === 'GET' || request.method === 'HEAD') && found === undefined) {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end(request.method === 'GET' ? '<Error><Code>NoSuchKey</Code></Error>' : undefined);
    return;
  }
  response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-length': found?.length ?? 0 });
  response.end(request.method === 'GET' ? found : undefined);
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of source) found.push(part);
  return found;
}

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  storage = s3Storage({
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    region: 'us-east-1',
    bucket: 'bucket',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    clock: systemClock,
  });
});
afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

test('writes, measures, reads, lists and deletes', async () => {
  const key = 'documents/owner/one.pdf';
  await storage.write(key, Buffer.from('content'));
  expect(await storage.size(key)).toBe(7);
  expect((await storage.read(key))?.toString()).toBe('content');
  expect(await all(storage.list('documents'))).toEqual([
    { key, bytes: 7, changedAt: new Date('2026-01-02T03:04:05.000Z') },
  ]);
  await storage.delete(key);
  expect(await storage.size(key)).toBeUndefined();
  expect(await storage.read(key)).toBeUndefined();
});

test('says whether it can be reached', async () => {
  expect(await storage.isReady()).toBe(true);
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
  const { url, fields } = await storage.uploadForm('uploads/owner/abc');
  expect(new URL(url).pathname).toBe('/bucket');
  const policy: unknown = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString());
  expect(policy).toMatchObject({
    conditions: expect.arrayContaining([
      ['content-length-range', 1, 1_048_576],
      { key: 'uploads/owner/abc' },
    ]),
  });
});
