import { getServiceDocument } from '#contract/token-views.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { App } from '#server/http/calls.ts';

export function serviceDocumentRoutes(app: App): void {
  const { rateLimits, tokens } = app.context;

  app.answer(getServiceDocument, async ({ query, network }) => {
    await rateLimits.take(limits.viewFromNetwork(network, getServiceDocument.path));
    return tokens.serviceDocument(query.service_token, network);
  });
}
