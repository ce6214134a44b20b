import { getTemporaryAnswers } from '#contract/token-views.ts';
import type { App } from '#server/http/calls.ts';

export function temporaryAnswersRoutes(app: App): void {
  const { tokens } = app.context;

  app.answer(getTemporaryAnswers, async ({ query, network }) =>
    tokens.temporaryAnswers(query.token, network),
  );
}
