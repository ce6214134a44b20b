import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSET_HASH_CHARS } from '#contract/asset-names.ts';
import { isSecretAddress } from '#contract/secret-address.ts';
import { SERVER_PATHS } from '#contract/server-paths.ts';
import { isKnownHere } from '#contract/marker-cookie.ts';
import { BusyError, NotFoundError } from '#server/domain/ground/errors.ts';
import { clientRoutes, DEFAULT_ROUTE } from '#contract/client-routes.ts';
import { tenant } from '#tenant/tenant.ts';
import { isAccepted, isKnownVersion } from './negotiation.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  // Modules are always UTF-8, and a charset would add bytes to each first visit.
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const ENCODINGS = [
  { name: 'br', suffix: '.br', compress: promisify(brotliCompress) },
  { name: 'gzip', suffix: '.gz', compress: promisify(gzip) },
] as const;
/** Programs that show a shared link read pages without their address, so the picture's must be whole. */
const SHARED_PICTURE = /(?<=<meta property="og:image" content=")(?=\/)/;
/** The build adds a hash of the content to these names. */
const IMMUTABLE = new RegExp(String.raw`^/assets/.+-[\w-]{${ASSET_HASH_CHARS},}\.\w+$`);
/** The values of Sec-Fetch-Dest for parts of a page. */
const PARTS = new Set(['font', 'image', 'manifest', 'script', 'serviceworker', 'style', 'worker']);

type Encoding = (typeof ENCODINGS)[number];
type Body = Buffer | undefined | Promise<Buffer | undefined>;

interface SiteFile {
  readonly path: string;
  /** Undefined if the name contains the version. */
  readonly etag: string | undefined;
  /** Returns the content in an encoding, `undefined` if there is none, or the content itself. */
  readonly read: (encoding?: Encoding) => Body;
  /** The hashes of a page's inline styles, as `'sha256-…'`. Pages have no inline scripts. */
  readonly styleHashes: readonly string[];
}

/** Makes the content security policy of a page that has styles with these hashes within it. */
type PagePolicy = (styleHashes: readonly string[]) => string;

/** The built client by path. A build that replaces it counts from the next start, as the new server does. */
export type Site = ReadonlyMap<string, SiteFile>;

/**
 * Reads the built client in a folder.
 *
 * @param publicUrl the server's address, if it is known
 */
export function readSite(folder: string, publicUrl = ''): Site {
  return new Map(
    listFiles(folder).map((path) => {
      const url = toUrl(relative(folder, path));
      return [url, siteFileOf(url, path, publicUrl)];
    }),
  );
}

/** Answers every GET without a route of its own: files, and the page for any other path (specification §2). */
export function serveSite(fastify: FastifyInstance, site: Site, pagePolicy: PagePolicy): void {
  const send = (request: FastifyRequest, reply: FastifyReply, url: string, file: SiteFile) => {
    if (extname(file.path) === '.html') {
      // The service worker stores each page under its file's name, so that address needs the policy, too.
      reply.header('content-security-policy', pagePolicy(file.styleHashes));
      // A browser's cache stores the address. Without a version, the browser replaces an earlier copy and does not reuse it.
      const [, query] = request.url.split('?', 2);
      if (isSecretAddress(new URLSearchParams(query)))
        return sendSiteFile(request, reply, { ...file, etag: undefined }, 'no-store');
    }
    const keeping = IMMUTABLE.test(url) ? 'max-age=31536000, immutable' : 'no-cache';
    return sendSiteFile(request, reply, file, keeping);
  };
  fastify.setNotFoundHandler(async (request, reply) => {
    // A missing file may exist a moment later, so nobody may store this answer.
    reply.header('cache-control', 'no-store');
    const [path = '/', query = ''] = request.url.split('?', 2);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || SERVER_PATHS.test(path)) throw new NotFoundError();
    const file = site.get(path);
    if (file) return send(request, reply, path, file);
    // A missing part of a page gets a 404. A page in its place would be parsed as a script or a picture.
    const { 'sec-fetch-dest': wanted = 'document' } = request.headers;
    if (path.startsWith('/assets/') || PARTS.has(String(wanted))) throw new NotFoundError();
    // A known visitor would briefly see the page of a first visit.
    const { cookie = '' } = request.headers;
    const isNew = !isKnownHere(cookie, new URLSearchParams(query), tenant.identityCookiePrefix);
    // An unknown path gets the page to which the client would redirect. That page says that the path is unknown.
    const prerendered = isNew ? site.get(`${clientRoutes.has(path) ? path : DEFAULT_ROUTE}.html`) : undefined;
    const page = prerendered ?? site.get('/index.html');
    reply.header('vary', 'accept-encoding, cookie, sec-fetch-dest, sec-fetch-site');
    if (!page)
      throw new BusyError('The client is not built yet: run "npm run build" and start the server again.');
    return send(request, reply, '/index.html', page);
  });
}

async function sendSiteFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile, keeping: string) {
  const { etag } = file;
  const isKnown = etag !== undefined && isKnownVersion(etag, request.headers['if-none-match'] ?? '');
  const content = isKnown ? undefined : await read(file, request.headers['accept-encoding'] ?? '');
  if (!isKnown && content === undefined) throw new NotFoundError();
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  reply.headers({
    'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'cache-control': keeping,
    ...(etag !== undefined && { etag }),
  });
  if (content === undefined) return reply.code(304).send();
  if (content.encoding !== undefined) reply.header('content-encoding', content.encoding);
  return reply.send(content.body);
}

/** Returns the smallest encoding of a file that the caller accepts, or `undefined` if the file no longer exists. */
async function read(file: SiteFile, accepted: string) {
  for (const encoding of ENCODINGS) {
    const body = isAccepted(encoding.name, accepted) ? await file.read(encoding) : undefined;
    if (body) return { body, encoding: encoding.name };
  }
  const body = await file.read();
  return body && { body, encoding: undefined };
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !ENCODINGS.some(({ suffix }) => entry.name.endsWith(suffix)))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function toUrl(path: string): string {
  return `/${path.split(sep).map(encodeURIComponent).join('/')}`;
}

/** Every server that has the same build and the same address gives a file the same version. */
function siteFileOf(url: string, path: string, publicUrl: string): SiteFile {
  if (IMMUTABLE.test(url)) {
    const stored = (encoding?: Encoding) => readFile(path + (encoding?.suffix ?? '')).catch(() => undefined);
    return { path, etag: undefined, read: stored, styleHashes: [] };
  }
  const file = readFileSync(path);
  const isOfServer = publicUrl !== '' && url.endsWith('.html') && SHARED_PICTURE.test(file.toString());
  const content = isOfServer ? Buffer.from(file.toString().replace(SHARED_PICTURE, publicUrl)) : file;
  const encoded = new Map<Encoding, Body>();
  for (const encoding of isOfServer ? [] : ENCODINGS) {
    const other = path + encoding.suffix;
    encoded.set(encoding, existsSync(other) ? readFileSync(other) : undefined);
  }
  return {
    path,
    read(encoding) {
      if (encoding === undefined) return content;
      if (!encoded.has(encoding)) encoded.set(encoding, encoding.compress(content));
      return encoded.get(encoding);
    },
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    styleHashes: url.endsWith('.html') ? hashesOfStyles(content.toString()) : [],
  };
}

function hashesOfStyles(page: string): readonly string[] {
  const [, ...styles] = page.split(/<style[^<>]*>/);
  return styles
    .map((rest) => rest.slice(0, rest.indexOf('</style>')))
    .map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
}
