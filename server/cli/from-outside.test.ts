import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '#server/testing/raw-client.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { lookFromOutside } from './from-outside.ts';

const server = useTestServer({ site: ['index.html', 'sw.js'] });

async function found(publicUrl: string): Promise<Record<string, string>> {
  const { embeddedStorage, storage } = server().context;
  const findings: Record<string, string> = {};
  for await (const { what, isFault, text } of lookFromOutside({ embeddedStorage, publicUrl, storage }))
    findings[what] = isFault ? `FAULT ${text}` : text;
  return findings;
}

async function urlOf(listener: RequestListener): Promise<string> {
  const other = createServer(listener);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    other.closeAllConnections();
    other.close();
  });
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

test('finds nothing wrong with a server that is reached as it is', { tags: 'slow' }, async () => {
  const { certificate, ...others } = await found(`http://127.0.0.1:${await portOf(server().app)}`);
  expect(certificate).toContain('no https');
  expect(others).toEqual({ page: 'ok', clock: 'ok', tags: 'unchanged', worker: 'ok', upload: 'ok' });
});

test('names what a proxy does to pages, tags, the worker and large files', async () => {
  const url = await urlOf((request, response) => {
    const [etag, caching, type] = ['W/"1.0.0"', 'max-age=3600', 'text/javascript'];
    if (request.method === 'POST') response.writeHead(413);
    else response.writeHead(200, { etag, 'cache-control': caching, 'content-type': type });
    request.resume().once('end', () => response.end());
  });
  expect(await found(url)).toMatchObject({
    page: 'FAULT not this form, or its security headers are missing',
    tags: 'changed by a proxy (W/"1.0.0"), which the form puts up with',
    worker: 'FAULT cache-control is “max-age=3600”, not no-cache',
    upload: 'FAULT status 413 for the largest file',
  });
});

test('says how far the clock behind PUBLIC_URL is ahead', async () => {
  const url = await urlOf((_request, response) => {
    response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
    response.end();
  });
  expect((await found(url)).clock).toMatch(/^FAULT (3599|3600) s ahead of this machine$/);
});

test('gives the code of a certificate, a name and a port that fail', { tags: 'slow' }, async () => {
  const url = await urlOf((_request, response) => response.end());
  const { certificate } = await found(url.replace('http:', 'https:'));
  expect(certificate).toMatch(/^FAULT \w*SSL\w*/);
  const closed = await found('http://127.0.0.1:2');
  expect(closed).toMatchObject({ page: 'FAULT ECONNREFUSED', upload: 'FAULT ECONNREFUSED' });
  expect(await found('https://nowhere.invalid')).toMatchObject({
    certificate: expect.stringMatching(/^FAULT (ENOTFOUND|EAI_AGAIN)/),
  });
});
