import { getServiceView } from '#contract/token-views.ts';
import type { App } from '#server/http/calls.ts';

export function serviceViewRoutes(app: App): void {
  const { tokens } = app.context;

  app.answer(getServiceView, async ({ query, network }) => tokens.serviceView(query.service_token, network));
}
