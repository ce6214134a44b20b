import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '#server/adapters/clock.ts';
import { s3Storage } from '#server/adapters/storage/s3.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';

/** A minimal S3 server with the functions that we use. It shares no code with our storage. */
export function useS3(): () => Storage {
  const objects = new Map<string, Buffer>();
  const listener = createServer((request, response) => void answer(objects, request, response));
  let storage: Storage | undefined;
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
  return () => {
    if (storage === undefined) throw new Error('The storage is there while tests run.');
    return storage;
  };
}

async function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
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
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (isReading && found === undefined) {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end(request.method === 'GET' ? '<Error><Code>NoSuchKey</Code></Error>' : undefined);
    return;
  }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const wanted = start === undefined ? found : found?.subarray(Number(start), Number(end) + 1);
  const status = start === undefined ? 200 : 206;
  response.writeHead(request.method === 'DELETE' ? 204 : status, {
    'content-length': isReading ? (wanted?.length ?? 0) : 0,
  });
  response.end(request.method === 'GET' ? wanted : undefined);
}

/** Collects everything that a source yields. */
export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of source) found.push(part);
  return found;
}
