import { isKnownHere, markersIn } from '#contract/marker-cookie.ts';
import { tenant } from '#tenant/tenant.ts';

const prefix = tenant.identityCookiePrefix;

/** Whether the browser has the readable marker cookie of a session. */
export function hasMarkerCookie(): boolean {
  return markersIn(document.cookie, prefix).length > 0;
}

/** Whether the visitor has a session or a token. */
export function needsAccount(query: URLSearchParams): boolean {
  return isKnownHere(document.cookie, query, prefix);
}

/**
 * Deletes the readable marker cookies of a session that is over. A server may keep them. Every page of the form would
 * then lead to the login, for everybody on this device.
 */
export function dropMarkers(): void {
  for (const cookie of markersIn(document.cookie, prefix)) {
    const [name = ''] = cookie.split('=');
    const isSecure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${name}=; path=/; max-age=0${isSecure}`;
  }
}
