import { useEffect, useRef, useState } from 'react';
import type { Suggestion } from '#contract/lookup.ts';
import type { LookupCategory } from '#form/question.ts';
import { LOOKUP_DEBOUNCE_MS, LOOKUP_MAX_WAIT_MS } from '#limits.ts';

const NONE: readonly Suggestion[] = [];

/**
 * Suggestions for the text being typed. Requests them when typing pauses, or at the latest after the maximum wait. A
 * slow response never replaces a newer one.
 */
export function useSuggestions(category: LookupCategory, text: string): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState(NONE);
  const waitingSince = useRef<number | undefined>(undefined);
  const pending = useRef<AbortController | undefined>(undefined);

  useEffect(() => {
    if (text.trim() === '') {
      pending.current?.abort();
      waitingSince.current = undefined;
      setSuggestions(NONE);
      return undefined;
    }
    const now = performance.now();
    waitingSince.current ??= now;
    const waited = now - waitingSince.current;
    const timer = setTimeout(
      () => {
        waitingSince.current = undefined;
        pending.current?.abort();
        const controller = new AbortController();
        pending.current = controller;
        void find(category, text, controller.signal).then((found) => {
          if (!controller.signal.aborted) setSuggestions(found);
        });
      },
      Math.max(0, Math.min(LOOKUP_DEBOUNCE_MS, LOOKUP_MAX_WAIT_MS - waited)),
    );
    return () => clearTimeout(timer);
  }, [category, text]);

  useEffect(() => () => pending.current?.abort(), []);
  return suggestions;
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
