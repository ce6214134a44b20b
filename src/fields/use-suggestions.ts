import { useEffect, useRef, useState } from 'react';
import type { Suggestion } from '#contract/lookup.ts';
import type { LookupCategory } from '#form/lookup-categories.ts';
import { LOOKUP_DEBOUNCE_MS, LOOKUP_MAX_WAIT_MS } from '#limits.ts';

const NONE: readonly Suggestion[] = [];

/**
 * Suggestions for the text being typed. Requests them when typing pauses, or at the latest after the maximum wait. A
 * slow response never replaces a newer one.
 */
export function useSuggestions(category: LookupCategory, text: string): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState(NONE);
  const pending = useRef<AbortController | undefined>(undefined);
  /** Searches at the latest after the maximum wait, for the text of that moment. */
  const latest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useRef<() => void>(undefined);

  useEffect(() => {
    if (text.trim() === '') {
      stop();
      setSuggestions(NONE);
      return undefined;
    }
    search.current = () => {
      clearTimeout(timer);
      stop();
      const controller = new AbortController();
      pending.current = controller;
      void find(category, text, controller.signal).then((found) => {
        if (!controller.signal.aborted) setSuggestions(found);
      });
    };
    const timer = setTimeout(search.current, LOOKUP_DEBOUNCE_MS);
    latest.current ??= setTimeout(() => search.current?.(), LOOKUP_MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [category, text]);

  useEffect(() => stop, []);
  return suggestions;

  function stop() {
    pending.current?.abort();
    clearTimeout(latest.current);
    latest.current = undefined;
  }
}

/** The code for look-up calls loads with the first search. */
async function find(
  category: LookupCategory,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  try {
    const { findSuggestions } = await import('./looked-up.ts');
    return await findSuggestions(category, text, signal);
  } catch {
    return NONE;
  }
}
