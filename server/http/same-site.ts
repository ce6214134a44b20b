import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from '#server/domain/errors.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const OTHER_SITE_MESSAGE = 'This request came from another site.';

/**
 * Refuses what another site makes a browser send. Programs that are no browser send neither header and pass:
 * they hold no one else's cookies.
 *
 * @throws {ForbiddenError}
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, referer } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  // Where the address is known, no proxy has to tell us our name, and might tell us a stranger's.
  const host = publicUrl === undefined ? request.host : request.headers.host;
  const isOwn = (address: string) =>
    URL.canParse(address) && isOwnOrigin(new URL(address), { host, publicUrl, isSecure: request.isSecure });
  if (origin !== undefined && !isOwn(origin)) throw new ForbiddenError(OTHER_SITE_MESSAGE);
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
  // On the network, anybody on the way can speak as an http host. On this machine nobody is on the way.
  if (isSecure && url.protocol !== 'https:' && !LOOPBACK_NAMES.has(url.hostname)) return false;
  return url.host !== '' && url.host === host;
}
