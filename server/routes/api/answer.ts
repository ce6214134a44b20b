import { putAnswer } from '#contract/answer.ts';
import type { App } from '#server/http/calls.ts';
import { writeOver } from '#server/http/versions.ts';

export function answerRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(putAnswer, async ({ account, body, ...given }) =>
    writeOver(given, (accepted) => applications.saveAnswers(account.id, body.answers, accepted)),
  );
}
