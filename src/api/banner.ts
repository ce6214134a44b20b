import { BANNER_PATH } from '#contract/banner-path.ts';
import { isSaid } from '#contract/sentences.ts';
import type { Clock } from '#device/clock.ts';
import { propertiesOf } from '#device/store.ts';
import { fetchJson } from './fetch-json.ts';

const POLL_MS = 300_000;

/**
 * Requests the operator's message to everybody, and again every five minutes while the page is visible.
 *
 * @param onText called with each new message; `undefined` when there is none
 */
export function watchBanner(clock: Clock, onText: (text?: string) => void): void {
  let said: string | undefined;
  async function ask() {
    const found = await fetchJson(BANNER_PATH).catch(() => undefined);
    // A server without banners gets no further request.
    if (found?.response.status === 404) end();
    // Keep the last message when the server fails or cannot be reached: the next poll tries again.
    if (!found?.response.ok) return;
    const { text } = propertiesOf(found.json);
    const next = isSaid(text) ? text : undefined;
    if (next !== said) onText(next);
    said = next;
  }
  const end = clock.every(POLL_MS, () => {
    if (document.visibilityState === 'visible') void ask();
  });
  void ask();
}
