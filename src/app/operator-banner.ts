import type { Clock } from '#device/clock.ts';
import { watched } from '#device/watched.ts';
import { onceUnused } from '#ui/at-rest.ts';

export type OperatorBanner = ReturnType<typeof makeBanner>;

/** The operator's sentence to everybody. It outlives the pages that show it, so that one close is enough. */
export function makeBanner(clock: Clock) {
  const sentence = watched<string | undefined>(undefined);
  let isAsked = false;
  /** Shows another sentence; without one, shows none. */
  const say = (text?: string): void => sentence.set(text);

  async function ask(): Promise<void> {
    try {
      (await import('#api/banner.ts')).watchBanner(clock, say);
    } catch {
      // The code failed to load: the next subscriber tries again.
      isAsked = false;
    }
  }
  return {
    say,
    text: sentence.get,
    /** The first subscriber starts the requests, once the page is at rest: they never delay the form. */
    subscribe(listener: () => void): () => void {
      if (!isAsked) onceUnused(() => void ask());
      isAsked = true;
      return sentence.subscribe(listener);
    },
  };
}
