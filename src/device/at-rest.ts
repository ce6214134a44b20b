/** Work waits for a page that has come to rest, but not for ever. */
const REST_WITHIN_MS = 5000;

/** Does something once the page has nothing better to do. */
export function atRest(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: REST_WITHIN_MS });
  else setTimeout(work, REST_WITHIN_MS / 5);
}

/** A first visit has its own requests and its first letters behind it by then. */
const SETTLED_AFTER_MS = 3000;

/**
 * Does what nobody waits for, and a slow phone would feel.
 *
 * @returns what takes it back
 */
export function onceSettled(work: () => void): () => void {
  const timer = setTimeout(() => atRest(work), SETTLED_AFTER_MS);
  return () => clearTimeout(timer);
}
