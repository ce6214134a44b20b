import { getTemporaryAnswers } from '#contract/token-views.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { App } from '#server/http/calls.ts';

export function temporaryAnswersRoutes(app: App): void {
  const { rateLimits, tokens } = app.context;

  app.answer(getTemporaryAnswers, async ({ query, network }) => {
    await rateLimits.take(limits.viewFromNetwork(network, getTemporaryAnswers.path));
    return tokens.temporaryAnswers(query.token, network);
  });
}
