import { startTransition, useEffect, useState } from 'react';
import type { Suggestion } from '#contract/lookup.ts';
import type { LookupCategory } from '#form/lookup-categories.ts';
import { LOOKUP_DEBOUNCE_MS, LOOKUP_MAX_WAIT_MS } from '#limits.ts';
import { definePart } from '#ui/use-part.ts';

/** Loads with the first search. */
export const lookedUp = definePart(() => import('./looked-up.ts'));

const NONE: readonly Suggestion[] = [];

type Timer = ReturnType<typeof setTimeout>;

/**
 * Suggestions for the text being typed, and a function to call at once with each letter. Only the suggestions may be
 * rendered late. Requests them when typing pauses, or at the latest after the maximum wait. A slow response never
 * replaces a newer one.
 */
export function useSuggestions(
  category: LookupCategory,
): readonly [found: readonly Suggestion[], hear: (text: string) => void] {
  const [found, setFound] = useState(NONE);
  const [search] = useState(() =>
    makeSearch(category, (suggestions) => startTransition(() => setFound(suggestions))),
  );
  const { stop } = search;
  useEffect(() => stop, [stop]);
  return [found, search.hear];
}

function makeSearch(category: LookupCategory, show: (found: readonly Suggestion[]) => void) {
  let text = '';
  let pending: AbortController | undefined;
  let pause: Timer | undefined;
  /** The end of the maximum wait. */
  let latest: Timer | undefined;

  function stop() {
    pending?.abort();
    clearTimeout(pause);
    clearTimeout(latest);
    latest = undefined;
  }

  function search() {
    stop();
    const controller = new AbortController();
    pending = controller;
    void find(category, () => text, controller.signal).then((found) => {
      if (!controller.signal.aborted) show(found);
    });
  }

  return {
    stop,
    hear(next: string) {
      text = next;
      if (text.trim() === '') {
        stop();
        show(NONE);
        return;
      }
      clearTimeout(pause);
      pause = setTimeout(search, LOOKUP_DEBOUNCE_MS);
      latest ??= setTimeout(search, LOOKUP_MAX_WAIT_MS);
    },
  };
}

/** The code for look-up calls loads with the first search. Letters that are typed during that time count. */
async function find(
  category: LookupCategory,
  text: () => string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  try {
    const { findSuggestions } = await lookedUp.load();
    return await findSuggestions(category, text(), signal);
  } catch {
    return NONE;
  }
}
