import { findLookup, type LookupCategory, type LookupRecord, type Suggestion } from '#contract/lookup.ts';
import { LOOKUP_MAX_RESULTS } from '#limits.ts';
import { call } from './request.ts';

/** Returns suggestions for a text, best first; none when the request fails (specification §8). */
export async function findSuggestions(
  category: LookupCategory,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const query = { text, category, max_results: LOOKUP_MAX_RESULTS };
  const found = await call(findLookup, { query, signal }).catch(() => []);
  return Array.isArray(found) ? found : [];
}

/** Returns the record of a suggestion; `undefined` if it cannot be read, so that the field keeps only the label. */
export async function findRecord(category: LookupCategory, id: string): Promise<LookupRecord | undefined> {
  const found = await call(findLookup, { query: { id, category } }).catch(() => []);
  return Array.isArray(found) ? undefined : found;
}
