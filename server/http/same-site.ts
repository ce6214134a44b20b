import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from '#server/domain/ground/errors.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const OTHER_SITE_MESSAGE = 'This request came from another site.';

/**
 * Rejects requests that another site makes a browser send. Other programs send none of these headers and pass, because
 * they do not have another person's cookies.
 *
 * @throws {ForbiddenError}
 */
export function rejectOtherSites(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, referer } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  // With PUBLIC_URL set, ignore the host that a proxy forwards: it might be a stranger's.
  const host = publicUrl === undefined ? request.host : request.headers.host;
  const isOwn = (address: string) =>
    URL.canParse(address) && isOwnOrigin(new URL(address), { host, publicUrl, isSecure: request.isSecure });
  // A page that sends no referrer posts its forms as from “null”. Then only Sec-Fetch-Site says from where.
  const isUnnamed = origin === 'null' && fetchSite !== undefined;
  if (origin !== undefined && !isUnnamed && !isOwn(origin)) throw new ForbiddenError(OTHER_SITE_MESSAGE);
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin' && fetchSite !== 'none') throw new ForbiddenError(OTHER_SITE_MESSAGE);
  } else if (origin === undefined && referer !== undefined && !isOwn(referer)) {
    throw new ForbiddenError(OTHER_SITE_MESSAGE);
  }
}

interface Own {
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
  readonly isSecure: boolean;
}

function isOwnOrigin(url: URL, { host, publicUrl, isSecure }: Own): boolean {
  if (url.origin === publicUrl) return true;
  // On a network with plain http, anybody can pose as this host. On this machine nobody can.
  if (isSecure && url.protocol !== 'https:' && !LOOPBACK_NAMES.has(url.hostname)) return false;
  return url.host !== '' && url.host === host;
}
