import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
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
const RESCAN_AFTER_MS = 1000;

interface SiteFile {
  readonly path: string;
  /** Changes when a build replaces the file. Undefined, like `etag`, if the name contains the version. */
  readonly stamp: string | undefined;
  readonly etag: string | undefined;
  /** A page that names the server's address, and what it is compressed to. Undefined if the file is sent as it is. */
  readonly page: { readonly content: Buffer; readonly compressed: Map<string, Promise<Buffer>> } | undefined;
  /** The hashes of a page's inline styles, as `'sha256-…'`. Pages have no inline scripts. */
  readonly styleHashes: readonly string[];
}

/** Makes the content security policy of a page that has styles with these hashes within it. */
type PagePolicy = (styleHashes: readonly string[]) => string;

/** The built client in a folder. Notices when a new build replaces it. */
export class Site {
  readonly #folder: string;
  readonly #publicUrl: string;
  #files = new Map<string, SiteFile>();
  #scannedAt = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param publicUrl the server's address, if it is known */
  constructor(folder: string, publicUrl = '') {
    this.#folder = folder;
    this.#publicUrl = publicUrl;
    this.#scan();
  }

  /** Returns the file at a path of the site, never a file outside of it. */
  find(path: string): SiteFile | undefined {
    this.#noticeNewBuild();
    // Routes are not files. Without this check, each visit would scan the folder again.
    const isDue = extname(path) !== '' && performance.now() - this.#scannedAt > RESCAN_AFTER_MS;
    if (isDue && !this.#files.has(path)) this.#scan();
    return this.#files.get(path);
  }

  /** Scans again after a build has replaced a file, so that files that were read during the build do not stay. */
  #noticeNewBuild(): void {
    if (performance.now() - this.#lookedAt <= RESCAN_AFTER_MS) return;
    this.#lookedAt = performance.now();
    const isChanged = ({ path, stamp }: SiteFile) => stamp !== undefined && stamp !== stampOf(path);
    if ([...this.#files.values()].some(isChanged)) this.#scan();
  }

  /** Returns the page for an address: for new visitors its prerendered one if any, else the client's start. */
  findPage(path: string, isNew: boolean): SiteFile | undefined {
    return (isNew ? this.#findPrerendered(path) : undefined) ?? this.find('/index.html');
  }

  /** An unknown path gets the page to which the client would redirect. That page says that the path is unknown. */
  #findPrerendered(path: string): SiteFile | undefined {
    return this.find(`${clientRoutes.has(path) ? path : DEFAULT_ROUTE}.html`);
  }

  #scan(): void {
    this.#scannedAt = performance.now();
    this.#files = new Map(
      listFiles(this.#folder).flatMap((path) => {
        const url = toUrl(relative(this.#folder, path));
        const file = siteFileOf(url, path, this.#publicUrl);
        return file === undefined ? [] : [[url, file] as const];
      }),
    );
  }
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
    const file = site.find(path);
    if (file) return send(request, reply, path, file);
    // A missing part of a page gets a 404. A page in its place would be parsed as a script or a picture.
    const { 'sec-fetch-dest': wanted = 'document' } = request.headers;
    if (path.startsWith('/assets/') || PARTS.has(String(wanted))) throw new NotFoundError();
    // A known visitor would briefly see the page of a first visit.
    const { cookie = '' } = request.headers;
    const isNew = !isKnownHere(cookie, new URLSearchParams(query), tenant.identityCookiePrefix);
    const page = site.findPage(path, isNew);
    reply.header('vary', 'accept-encoding, cookie, sec-fetch-dest, sec-fetch-site');
    if (!page) throw new BusyError('The client is not built yet: run "npm run build".');
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
async function read({ path, page }: SiteFile, accepted: string) {
  for (const { name, suffix, compress } of ENCODINGS) {
    if (!isAccepted(name, accepted)) continue;
    if (page && !page.compressed.has(name)) page.compressed.set(name, compress(page.content));
    const body = await (page?.compressed.get(name) ?? readFile(path + suffix).catch(() => undefined));
    if (body) return { body, encoding: name };
  }
  const body = page?.content ?? (await readFile(path).catch(() => undefined));
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

/**
 * Every server that has the same build and the same address gives a file the same version.
 *
 * @returns undefined if a build has just deleted it
 */
function siteFileOf(url: string, path: string, publicUrl: string): SiteFile | undefined {
  if (IMMUTABLE.test(url))
    return { path, stamp: undefined, etag: undefined, page: undefined, styleHashes: [] };
  // Read the stamp before the content, so that a change in between is noticed later.
  const stamp = stampOf(path);
  const file = contentOf(path);
  if (file === undefined) return undefined;
  const isOfServer = publicUrl !== '' && url.endsWith('.html') && SHARED_PICTURE.test(file.toString());
  const content = isOfServer ? Buffer.from(file.toString().replace(SHARED_PICTURE, publicUrl)) : file;
  return {
    path,
    stamp,
    page: isOfServer ? { content, compressed: new Map() } : undefined,
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    styleHashes: url.endsWith('.html') ? hashesOfStyles(content.toString()) : [],
  };
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function stampOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? '' : `${file.ino} ${file.mtimeMs}`;
}

function hashesOfStyles(page: string): readonly string[] {
  const [, ...styles] = page.split(/<style[^<>]*>/);
  return styles
    .map((rest) => rest.slice(0, rest.indexOf('</style>')))
    .map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
}
