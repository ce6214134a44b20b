import { deleteConversion, getConversion, postConversion } from '#contract/conversion.ts';
import type { App } from '#server/http/calls.ts';

export function conversionRoutes(app: App): void {
  const { conversions, documents } = app.context;

  app.answer(postConversion, async ({ account, params, body }) =>
    conversions.request(account.id, params.key, body),
  );
  app.answer(getConversion, async ({ account, params }) => conversions.state(account.id, params.key));
  app.answer(deleteConversion, async ({ account, params }) => documents.forget(account.id, params.key));
}
