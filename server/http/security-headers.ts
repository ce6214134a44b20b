import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#server/env.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const HSTS = `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`;

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((name) => `${name}=()`)
  .join(', ');

/** The page's own policy applies to its assets. All the headers of a page would add a kilobyte to each asset. */
const PART_HEADERS = {
  // Applies only to worker scripts. It also stops other sites from framing an asset.
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Headers of a refusal that is sent before fastify has parsed a request. */
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

/** Makes the function that sets an answer's security headers in this environment. */
export function makeSecurityHeaders(env: Env) {
  const isPublicSecure = isHttps(env.PUBLIC_URL);
  const policy = contentSecurityPolicy(env);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    request.isSecure = isPublicSecure || request.protocol === 'https';
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
 * Returns true if another page may hold a reference to the requesting window. A typed or bookmarked address has no
 * opener. There the header would only make the browser discard the process that it has prepared for the page.
 */
function mayHaveOpener({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== 'none';
}

/**
 * Returns the policy of an answer.
 *
 * @param styleHashes of the styles within it, as `'sha256-…'`
 */
export function contentSecurityPolicy(env: Env, styleHashes: readonly string[] = []): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styleHashes],
    // Prerendered markup contains style attributes written by React. They can neither load nor run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...bucketOf(env)],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // src/app/trusted-types.ts has the one policy.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Returns the one address that uploads go to. Other buckets at the same host may belong to anybody. */
function bucketOf({ S3_ENDPOINT, S3_BUCKET }: Env): readonly string[] {
  if (S3_ENDPOINT === undefined || S3_BUCKET === undefined) return [];
  const { origin, pathname } = new URL(S3_ENDPOINT);
  const path = `${pathname.replace(/\/$/, '')}/${S3_BUCKET}`;
  return [origin + path.replaceAll(';', '%3B').replaceAll(',', '%2C')];
}
