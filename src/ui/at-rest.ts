/** Work waits for a page that has come to rest, but not for ever. */
const REST_WITHIN_MS = 5000;

/** Does something once the page has nothing better to do. */
export function atRest(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: REST_WITHIN_MS });
  else setTimeout(work, REST_WITHIN_MS / 5);
}

/** A first visit has its own requests and its first letters behind it by then. */
const SETTLED_AFTER_MS = 3000;
/** So long nobody has typed before it is done. */
const LULL_MS = 1000;

/**
 * Does what nobody waits for, and a slow phone would feel, between two bursts of typing.
 *
 * @returns what takes it back
 */
export function onceSettled(work: () => void): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  const note = ({ timeStamp }: Event) => {
    typedAt = timeStamp;
  };
  const look = () => {
    const wait = typedAt + LULL_MS - performance.now();
    if (wait > 0) {
      timer = setTimeout(look, wait);
      return;
    }
    removeEventListener('input', note, true);
    atRest(work);
  };
  addEventListener('input', note, true);
  let timer = setTimeout(look, SETTLED_AFTER_MS);
  return () => {
    removeEventListener('input', note, true);
    clearTimeout(timer);
  };
}
