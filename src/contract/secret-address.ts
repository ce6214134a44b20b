/**
 * Query parameters of addresses that nothing may store: a token that shows answers, and the two of a link that sets a
 * password.
 */
export const SECRET_PARAMETERS = ['token', 'service_token', 'id', 'username'] as const;

/** Whether the address of a page contains a secret. */
export function isSecretAddress(query: URLSearchParams): boolean {
  return SECRET_PARAMETERS.some((name) => query.has(name));
}
