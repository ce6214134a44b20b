import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from '#server/domain/errors.ts';

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
  const isOwn = (address: string) => isOwnOrigin(address, request.host, publicUrl);
  if (origin !== undefined && !isOwn(origin)) throw new ForbiddenError(OTHER_SITE_MESSAGE);
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin' && fetchSite !== 'none') throw new ForbiddenError(OTHER_SITE_MESSAGE);
  } else if (origin === undefined && referer !== undefined && !isOwn(referer)) {
    throw new ForbiddenError(OTHER_SITE_MESSAGE);
  }
}

function isOwnOrigin(address: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.origin === publicUrl || (url.host !== '' && url.host === host);
}
