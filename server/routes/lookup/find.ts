import { findLookup } from '#contract/lookup.ts';
import type { App } from '#server/http/calls.ts';

export function lookupRoutes(app: App): void {
  const { lookup } = app.context;

  app.answer(findLookup, async ({ query }) =>
    'id' in query
      ? lookup.record(query.category, query.id)
      : lookup.suggest(query.category, query.text, query.max_results),
  );
}
