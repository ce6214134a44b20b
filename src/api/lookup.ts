import { findLookup, type LookupCategory, type LookupRecord, type Suggestion } from '#contract/lookup.ts';
import { LOOKUP_MAX_RESULTS } from '#limits.ts';
import { call } from './request.ts';

/** Returns suggestions for a text, best first; none when the request fails (specification §8). */
export async function findSuggestions(
  category: LookupCategory,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  try {
    const found = await call(findLookup, {
      query: { text, category, max_results: LOOKUP_MAX_RESULTS },
      signal,
    });
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Returns the record of a suggestion; `undefined` if it cannot be read, so that the field keeps the label alone. */
export async function findRecord(category: LookupCategory, id: string): Promise<LookupRecord | undefined> {
  try {
    const found = await call(findLookup, { query: { id, category } });
    return Array.isArray(found) ? undefined : found;
  } catch {
    return undefined;
  }
}
