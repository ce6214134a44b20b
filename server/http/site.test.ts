import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { tenant } from '#tenant/tenant.ts';
import { handleFailures } from './failures.ts';
import { readSite, serveSite as serveWith, type Site } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'admissions-site-'));
const put = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};
const serveSite = (serving: FastifyInstance, site: Site) =>
  serveWith(serving, site, (hashes) => ['style-src', ...hashes].join(' '));
let fastify: FastifyInstance;

beforeAll(async () => {
  put('index.html', '<style>p { color: red }</style><script src="/assets/app-123456.js"></script>start');
  put('index.html.gz', gzipSync('start'));
  put('about.html', 'about');
  put('login.html', 'login');
  put('sw.js', 'worker');
  put('assets/app-123456.js', 'app');
  put('assets/app-123456.js.gz', gzipSync('app'));
  put('manifest.webmanifest', '{}');
  writeFileSync(join(folder, '..', 'admissions-secret.txt'), 'secret');
  fastify = Fastify();
  handleFailures(fastify, makeMetrics());
  serveSite(fastify, readSite(folder));
  await fastify.ready();
});
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, '..', 'admissions-secret.txt'));
});

describe('the site', () => {
  test.each([
    { url: '/', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/about', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/about?utm_source=fair', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/about?service_token=x', body: /start$/, type: 'text/html', cache: 'no-store' },
    { url: '/about?%74oken=x', body: /start$/, type: 'text/html', cache: 'no-store' },
    { url: '/about?service%5Ftoken=x', body: /start$/, type: 'text/html', cache: 'no-store' },
    { url: '/completion', body: /start$/, type: 'text/html', cache: 'no-cache' },
    { url: '/about?utm_source=fair&token=x', body: /start$/, type: 'text/html', cache: 'no-store' },
    { url: '/about/', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/login', body: /^login$/, type: 'text/html', cache: 'no-cache' },
    { url: '/education', body: /start$/, type: 'text/html', cache: 'no-cache' },
    { url: '/any/other/path', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/apply.html?utm=1', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/missing.js', body: /^about$/, type: 'text/html', cache: 'no-cache' },
    { url: '/sw.js', body: /^worker$/, type: 'text/javascript', cache: 'no-cache' },
    {
      url: '/assets/app-123456.js',
      body: /^app$/,
      type: 'text/javascript',
      cache: 'max-age=31536000, immutable',
    },
    { url: '/manifest.webmanifest', body: /^\{\}$/, type: 'application/manifest+json', cache: 'no-cache' },
  ])('gives $url', async ({ url, body, type, cache }) => {
    const answer = await fastify.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(body);
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.headers['cache-control']).toBe(cache);
  });

  test('lets browsers keep every asset of the build for a year, and no other file', async () => {
    const built = fileURLToPath(new URL('../../dist', import.meta.url));
    const serving = Fastify();
    serveSite(serving, readSite(built));
    const assets = readdirSync(join(built, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
    expect(assets.length).toBeGreaterThan(10);
    for (const path of [...assets.map((name) => `assets/${name}`), 'index.html', 'sw.js']) {
      const answer = await serving.inject(`/${path}`);
      const cache = path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache';
      expect({ path, cache: answer.headers['cache-control'] }).toEqual({ path, cache });
    }
    await serving.close();
  });

  test.each([
    '/about?service_token=x',
    '/about?token=',
    '/about?%74oken=x',
    '/?token=x',
    '/any/other/path?service_token=x',
    '/index.html?token=x',
    '/about.html?token=x',
    '/reset?username=ada@example.com&id=x',
    '/reset/?id=x',
    '/confirm?username=ada@example.com',
  ])('nobody stores %s, which contains a secret', async (url) => {
    const { etag } = (await fastify.inject('/index.html')).headers;
    for (const method of ['GET', 'HEAD'] as const)
      for (const encoding of ['identity', 'gzip', 'br'])
        for (const known of ['*', String(etag)]) {
          const headers = { 'accept-encoding': encoding, 'if-none-match': known };
          const answer = await fastify.inject({ method, url, headers });
          expect(answer.statusCode).toBe(200);
          expect(answer.headers['cache-control']).toBe('no-store');
          expect(answer.headers['etag']).toBeUndefined();
        }
  });

  test('gives the plain page to visitors with a session, whatever the address', async () => {
    const answer = await fastify.inject({
      url: '/about',
      headers: { cookie: `other=1; ${tenant.identityCookiePrefix}.session=1` },
    });
    expect(answer.body).toMatch(/start$/);
    expect(answer.headers['vary']).toContain('cookie');
  });

  test.each([
    { url: '/assets/app-654321.js' },
    { url: '/assets/' },
    { url: '/api/nothing' },
    { url: '/metrics/nothing' },
    { url: '/missing.js', wanted: 'script' },
    { url: '/favicon.ico', wanted: 'image' },
    { url: '/missing-worker.js', wanted: 'serviceworker' },
  ])('never gives a page for $url if a browser wants a $wanted', async ({ url, wanted }) => {
    const headers = wanted === undefined ? {} : { 'sec-fetch-dest': wanted };
    const answer = await fastify.inject({ url, headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/../admissions-secret.txt',
    '/%2e%2e/admissions-secret.txt',
    '/..%2fadmissions-secret.txt',
    '/assets/../../admissions-secret.txt',
  ])('never gives a file outside of the site for %s', async (url) => {
    expect((await fastify.inject(url)).body).not.toContain('secret');
  });

  test('says that a file is missing which has just been deleted, and nobody stores that', async () => {
    put('assets/brief-123456.js', 'brief');
    const brief = readSite(folder);
    const serving = Fastify();
    handleFailures(serving, makeMetrics());
    serveSite(serving, brief);
    rmSync(join(folder, 'assets/brief-123456.js'));
    const answer = await serving.inject('/assets/brief-123456.js');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: 'This does not exist.' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers['etag']).toBeUndefined();
    await serving.close();
  });

  test('asks for a build if there is none', async () => {
    const serving = Fastify();
    handleFailures(serving, makeMetrics());
    serveSite(serving, readSite(join(folder, 'nothing-here')));
    const answer = await serving.inject('/about');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      message: 'The client is not built yet: run "npm run build" and start the server again.',
    });
    await serving.close();
  });

  test('is sent compressed, and not again if the browser has it', async () => {
    const url = '/assets/app-123456.js';
    const compressed = await fastify.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const { etag } = (await fastify.inject('/sw.js')).headers;
    const headers = { 'if-none-match': String(etag) };
    expect((await fastify.inject({ url: '/sw.js', headers })).statusCode).toBe(304);
  });

  test('has the same version on every server with the same build', async () => {
    const versionOf = async () => (await fastify.inject('/about')).headers['etag'];
    const before = await versionOf();
    rmSync(join(folder, 'about.html'));
    put('about.html', 'about');
    utimesSync(join(folder, 'about.html'), new Date(), new Date(Date.now() - 60_000));
    const copied = Fastify();
    serveSite(copied, readSite(folder));
    expect((await copied.inject('/about')).headers['etag']).toBe(before);
    await copied.close();
  });

  test(
    'names the whole address of the picture of shared links, in every page and encoding',
    { tags: 'slow' },
    async () => {
      const built = fileURLToPath(new URL('../../dist', import.meta.url));
      const [known, unknown] = [Fastify(), Fastify()];
      serveSite(known, readSite(built, 'https://apply.example.edu'));
      serveSite(unknown, readSite(built));
      const pages = readdirSync(built).filter((name) => name.endsWith('.html'));
      expect(pages.length).toBeGreaterThan(5);
      const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
      for (const url of ['/', ...pages.map((name) => `/${name}`)])
        for (const encoding of ['br', 'gzip', 'identity', 'br'] as const) {
          const headers = { 'accept-encoding': encoding };
          const answer = await known.inject({ url, headers });
          const picture = /<meta property="og:image" content="([^"]*)"/.exec(
            decode[encoding](answer.rawPayload).toString(),
          )?.[1];
          expect({ url, encoding, picture }).toEqual({
            url,
            encoding,
            picture: 'https://apply.example.edu/icons/icon-512.png',
          });
          expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
          // A page that another address has in the browser's cache is another version.
          const { etag } = (await unknown.inject({ url, headers })).headers;
          expect(answer.headers['etag']).not.toBe(etag);
          const isKnown = { ...headers, 'if-none-match': String(answer.headers['etag']) };
          expect((await known.inject({ url, headers: isKnown })).statusCode).toBe(304);
        }
      expect((await known.inject('/icons/icon-512.png')).statusCode).toBe(200);
      await Promise.all([known.close(), unknown.close()]);
    },
  );

  test('allows each page the styles within it, and no others', async () => {
    const policyAt = async (url: string) => (await fastify.inject(url)).headers['content-security-policy'];
    const hash = createHash('sha256').update('p { color: red }').digest('base64');
    expect(await policyAt('/education')).toBe(`style-src 'sha256-${hash}'`);
    expect(await policyAt('/about')).toBe('style-src');
    // As the service worker requests it.
    expect(await policyAt('/index.html')).toBe(`style-src 'sha256-${hash}'`);
    expect(await policyAt('/sw.js')).toBeUndefined();
  });

  test('serves one build as a whole until the next start', async () => {
    const { body, headers } = await fastify.inject('/education');
    put('index.html', 'the next build');
    const page = await fastify.inject('/education');
    expect(page.body).toBe(body);
    expect(page.headers['etag']).toBe(headers['etag']);
    const next = Fastify();
    serveSite(next, readSite(folder));
    expect((await next.inject('/education')).body).toBe('the next build');
    await next.close();
  });
});
