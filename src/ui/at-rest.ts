/** Waiting work runs after this time at the latest, even if the page is never idle. */
const REST_WITHIN_MS = 5000;

/** Runs `work` once the browser is idle. */
export function atRest(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: REST_WITHIN_MS });
  else setTimeout(work, REST_WITHIN_MS / 5);
}

/** By then, the page's own requests and the applicant's first letters on a first visit are over. */
const STARTED_AFTER_MS = 3000;
/** Work also waits until nobody has used the page for this long. */
const UNUSED_FOR_MS = 1000;
const USES = ['input', 'pointerdown', 'scroll'];

/**
 * Runs work that nobody waits for, and that would delay a slow phone, while nobody types, taps or scrolls.
 *
 * @returns a function that cancels the work
 */
export function onceUnused(work: () => void): () => void {
  let usedAt = Number.NEGATIVE_INFINITY;
  const note = ({ timeStamp }: Event) => {
    usedAt = timeStamp;
  };
  const stop = () => {
    for (const use of USES) removeEventListener(use, note, true);
    clearTimeout(timer);
  };
  const look = () => {
    const wait = usedAt + UNUSED_FOR_MS - performance.now();
    if (wait > 0) {
      timer = setTimeout(look, wait);
      return;
    }
    stop();
    atRest(work);
  };
  for (const use of USES) addEventListener(use, note, true);
  let timer = setTimeout(look, STARTED_AFTER_MS);
  return stop;
}
