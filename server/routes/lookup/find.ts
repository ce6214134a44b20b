import { findLookup } from '#contract/lookup.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { App } from '#server/http/calls.ts';

export function lookupRoutes(app: App): void {
  const { lookup, rateLimits } = app.context;

  app.answer(findLookup, async ({ query, network }) => {
    await rateLimits.take(limits.lookupFromNetwork(network));
    return 'id' in query
      ? lookup.record(query.category, query.id)
      : lookup.suggest(query.category, query.text, query.max_results);
  });
}
