/** Those that the client posts; the server itself sets the last one. */
export const postedWebStatuses = ['started', 'validating'] as const;

/** In the order that an application goes through them; never backwards. */
export const webStatuses = [...postedWebStatuses, 'submitted'] as const;
export type WebStatus = (typeof webStatuses)[number];

/** Whether the readable marker of a session is there: a cookie whose name starts with the identity provider's prefix. */
export function hasMarker(cookies: string, prefix: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(prefix));
}

/** Whether somebody with an account, or the holder of a link that shows answers, has come. */
export function isKnownHere(cookies: string, query: URLSearchParams, prefix: string): boolean {
  return query.has('service_token') || query.has('token') || hasMarker(cookies, prefix);
}
