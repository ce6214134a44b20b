/** Whether the readable marker is there: a cookie whose name starts with the identity provider's prefix. */
export function hasMarkerCookie(prefix: string, cookies: string = document.cookie): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(prefix));
}
