/** Whether the readable marker cookie of a session exists: its name starts with the identity provider's prefix. */
export function hasMarker(cookies: string, prefix: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(prefix));
}

/** Whether an address carries a token that shows answers. */
export function hasToken(query: URLSearchParams): boolean {
  return query.has('service_token') || query.has('token');
}

/** Whether the visitor has a session, or a link with a token that shows answers. */
export function isKnownHere(cookies: string, query: URLSearchParams, prefix: string): boolean {
  return hasToken(query) || hasMarker(cookies, prefix);
}
