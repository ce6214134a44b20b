import { getServiceView } from '#contract/token-views.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { App } from '#server/http/calls.ts';

export function serviceViewRoutes(app: App): void {
  const { rateLimits, tokens } = app.context;

  app.answer(getServiceView, async ({ query, network, setHeaders }) => {
    await rateLimits.take(limits.viewFromNetwork(network, getServiceView.path));
    const { view, number, email } = await tokens.serviceView(query.service_token, network);
    setHeaders({ 'application-number': number, 'application-email': encodeURIComponent(email) });
    return view;
  });
}
