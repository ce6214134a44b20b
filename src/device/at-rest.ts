/** Work waits for a page that has come to rest, but not for ever. */
const REST_WITHIN_MS = 5000;

/** Does something once the page has nothing better to do. */
export function atRest(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: REST_WITHIN_MS });
  else setTimeout(work, REST_WITHIN_MS / 5);
}
