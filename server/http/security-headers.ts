import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#server/env.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const HSTS = `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`;

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((name) => `${name}=()`)
  .join(', ');

/** Parts of a page go by the page's own policy; what else it says would cost a first visit a kilobyte for each of them. */
const PART_HEADERS = {
  // For the one kind of part that has a policy of its own, a worker; and no page of others may show any.
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The headers of a refusal that is written before there is a request to speak of. */
export function bareHeaders({ PUBLIC_URL }: Env): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    connection: 'close',
    ...(isHttps(PUBLIC_URL) && { 'strict-transport-security': HSTS }),
  };
}

function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true;
}

/** Puts the headers that keep a browser from doing harm on an answer. */
export type SetSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** The headers for this environment; the hashes are asked for each time, because the build can change. */
export function makeSecurityHeaders(env: Env, inlineHashes: () => InlineHashes): SetSecurityHeaders {
  const isPublicSecure = isHttps(env.PUBLIC_URL);
  let hashes = inlineHashes();
  let policy = contentSecurityPolicy(env.S3_ENDPOINT, hashes);
  return (request, reply) => {
    request.isSecure = isPublicSecure || request.protocol === 'https';
    if (hashes !== inlineHashes()) {
      hashes = inlineHashes();
      policy = contentSecurityPolicy(env.S3_ENDPOINT, hashes);
    }
    if (request.isSecure) {
      reply.header('strict-transport-security', HSTS);
    }
    if (request.url.startsWith('/assets/')) {
      reply.headers(PART_HEADERS);
      return;
    }
    reply.headers({
      'content-security-policy': policy,
      ...(mayHaveOpener(request) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': PERMISSIONS,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': request.id,
    });
  };
}

/**
 * Whether another page may hold on to the window that asks. An address that was typed in or taken from the bookmarks
 * has none behind it; and to part from none, a browser throws away the process that it has made ready for the page.
 */
function mayHaveOpener({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== 'none';
}

/** Hashes of what the pages carry inline, as `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function contentSecurityPolicy(s3Endpoint: string | undefined, { scripts, styles }: InlineHashes): string {
  const storage = s3Endpoint === undefined ? [] : [new URL(s3Endpoint).origin, bucketOrigins(s3Endpoint)];
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    // React writes the style attributes of prerendered markup; they can neither load nor run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...storage],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...storage],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'form-action': ["'self'", ...storage],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Buckets may be addressed as host names in front of the endpoint's. */
function bucketOrigins(endpoint: string): string {
  const { protocol, host } = new URL(endpoint);
  return `${protocol}//*.${host}`;
}
