/** Work waits for a page that has come to rest, but not for ever. */
const REST_WITHIN_MS = 5000;

/** Does something once the page has nothing better to do. */
export function atRest(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: REST_WITHIN_MS });
  else setTimeout(work, REST_WITHIN_MS / 5);
}

/** A first visit has its own requests and its first letters behind it by then. */
const SETTLED_AFTER_MS = 3000;
/** So long nobody has used the page before it is done. */
const LULL_MS = 1000;
const USES = ['input', 'pointerdown', 'scroll'];

/**
 * Does what nobody waits for, and a slow phone would feel, while nobody types, taps or scrolls.
 *
 * @returns what takes it back
 */
export function onceSettled(work: () => void): () => void {
  let usedAt = Number.NEGATIVE_INFINITY;
  const note = ({ timeStamp }: Event) => {
    usedAt = timeStamp;
  };
  const stop = () => {
    for (const use of USES) removeEventListener(use, note, true);
    clearTimeout(timer);
  };
  const look = () => {
    const wait = usedAt + LULL_MS - performance.now();
    if (wait > 0) {
      timer = setTimeout(look, wait);
      return;
    }
    stop();
    atRest(work);
  };
  for (const use of USES) addEventListener(use, note, true);
  let timer = setTimeout(look, SETTLED_AFTER_MS);
  return stop;
}
