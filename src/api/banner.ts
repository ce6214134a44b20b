import { getBanner } from '#contract/banner.ts';
import type { Clock } from '#device/clock.ts';
import { isGone } from './refusals.ts';
import { call } from './request.ts';

const POLL_MS = 300_000;

/**
 * Asks for the operator's sentence to everybody, again and again while the page is looked at.
 *
 * @param onText hears what is to be said from now on, when it is something else; `undefined` for nothing
 */
export function watchBanner(clock: Clock, onText: (text?: string) => void): void {
  let said: string | null = null;
  async function ask() {
    try {
      const { text } = await call(getBanner, {});
      if (text !== said) onText(text ?? undefined);
      said = text;
    } catch (error) {
      // Out of reach: what was said last stands. A server without it is not asked again.
      if (isGone(error)) stop();
    }
  }
  const stop = clock.every(POLL_MS, () => {
    if (document.visibilityState === 'visible') void ask();
  });
  void ask();
}
