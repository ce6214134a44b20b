import { putAnswer } from '#contract/answer.ts';
import type { App } from '#server/http/calls.ts';

export function answerRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(putAnswer, async ({ account, body }) => applications.saveAnswers(account.id, body.answers));
}
