import { postClientCount } from '#contract/client-count.ts';
import type { App } from '#server/http/calls.ts';

export function clientCountRoutes(app: App): void {
  const { clientCounts } = app.context;

  app.answer(postClientCount, async ({ body, network }) => clientCounts.add(body.kind, network));
}
