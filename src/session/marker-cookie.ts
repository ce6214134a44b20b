import { tenant } from '#tenant/tenant.ts';

/** Whether the readable marker is there: a cookie whose name starts with the identity provider's prefix. */
export function hasMarkerCookie(cookies: string = document.cookie): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(tenant.identityCookiePrefix));
}
