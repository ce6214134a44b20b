import { hasMarker } from '#contract/marker-cookie.ts';

/** Whether the browser has the readable marker cookie of a session. */
export function hasMarkerCookie(prefix: string): boolean {
  return hasMarker(document.cookie, prefix);
}

/**
 * Deletes the readable marker cookies of a session that is over. A server may leave them, and every page of the form
 * would then lead to the login, for everybody on this device.
 */
export function dropMarkers(prefix: string): void {
  for (const cookie of document.cookie.split(';').filter((one) => hasMarker(one, prefix))) {
    const [name = ''] = cookie.trim().split('=');
    const isSecure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${name}=; path=/; max-age=0${isSecure}`;
  }
}
