import { getBanner } from '#contract/banner.ts';
import type { Clock } from '#device/clock.ts';
import { isGone } from './refusals.ts';
import { call } from './request.ts';

const POLL_MS = 300_000;

/**
 * Asks for the operator's sentence to everybody, again and again while the page is looked at.
 *
 * @param onText hears what is to be said now; `undefined` for nothing
 * @returns what ends it
 */
export function watchBanner(clock: Clock, onText: (text: string | undefined) => void): () => void {
  const ending = new AbortController();
  async function ask() {
    try {
      const { text } = await call(getBanner, { signal: ending.signal });
      if (!ending.signal.aborted) onText(text ?? undefined);
    } catch (error) {
      // Out of reach: what was said last stands. A server without it is not asked again.
      if (isGone(error)) stop();
    }
  }
  const stop = clock.every(POLL_MS, () => {
    if (document.visibilityState === 'visible') void ask();
  });
  void ask();
  return () => {
    ending.abort();
    stop();
  };
}
