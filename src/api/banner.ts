import { BANNER_PATH } from '#contract/banner-path.ts';
import type { Clock } from '#device/clock.ts';
import { fetchJson } from './fetch-json.ts';

const POLL_MS = 300_000;

/**
 * Asks for the operator's sentence to everybody, again and again while the page is looked at.
 *
 * @param onText hears what is to be said from now on, when it is something else; `undefined` for nothing
 */
export function watchBanner(clock: Clock, onText: (text?: string) => void): void {
  let said: string | undefined;
  async function ask() {
    const { response, json } = await fetchJson(BANNER_PATH);
    // A server in trouble, or one without banners: what was said last stands.
    if (!response.ok) return;
    const text = textIn(json);
    if (text !== said) onText(text);
    said = text;
  }
  // Out of reach: asked again next time.
  const askSafely = () => void ask().catch(() => undefined);
  clock.every(POLL_MS, () => {
    if (document.visibilityState === 'visible') askSafely();
  });
  askSafely();
}

function textIn(json: unknown): string | undefined {
  const text: unknown = typeof json === 'object' && json !== null && 'text' in json ? json.text : undefined;
  return typeof text === 'string' ? text : undefined;
}
