import { hasMarker, markersIn } from '#contract/marker-cookie.ts';

/** Whether the browser has the readable marker cookie of a session. */
export function hasMarkerCookie(prefix: string): boolean {
  return hasMarker(document.cookie, prefix);
}

/** The markers of the session that this browser has now. Another log-in changes them, at a server that names sessions. */
export function markersNow(prefix: string): string {
  return markersIn(document.cookie, prefix).join();
}

/**
 * Deletes the readable marker cookies of a session that is over. A server may leave them, and every page of the form
 * would then lead to the login, for everybody on this device.
 */
export function dropMarkers(prefix: string): void {
  for (const cookie of markersIn(document.cookie, prefix)) {
    const [name = ''] = cookie.split('=');
    const isSecure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${name}=; path=/; max-age=0${isSecure}`;
  }
}
