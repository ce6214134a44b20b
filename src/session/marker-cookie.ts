import { hasMarker } from '#contract/standing.ts';

/** Whether the browser has the readable marker cookie of a session. */
export function hasMarkerCookie(prefix: string): boolean {
  return hasMarker(document.cookie, prefix);
}
