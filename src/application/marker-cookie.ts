import { hasMarker } from '#contract/marker-cookie.ts';

/** Whether the browser has the readable marker cookie of a session. */
export function hasMarkerCookie(prefix: string): boolean {
  return hasMarker(document.cookie, prefix);
}
