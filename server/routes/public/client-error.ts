import { postClientError } from '#contract/client-error.ts';
import type { App } from '#server/http/calls.ts';

export function clientErrorRoutes(app: App): void {
  const { clientErrors } = app.context;

  app.answer(postClientError, async ({ body, network }) => clientErrors.report(body, network));
}
