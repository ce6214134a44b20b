/** The readable marker cookies of a session: their names start with the identity provider's prefix. */
export function markersIn(cookies: string, prefix: string): readonly string[] {
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix));
}

/** Whether an address carries a token that shows answers. */
export function hasToken(query: URLSearchParams): boolean {
  return query.has('service_token') || query.has('token');
}

/** Whether the visitor has a session, or a link with a token that shows answers. */
export function isKnownHere(cookies: string, query: URLSearchParams, prefix: string): boolean {
  return hasToken(query) || markersIn(cookies, prefix).length > 0;
}
