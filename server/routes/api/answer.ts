import { putAnswer } from '#contract/answer.ts';
import type { App } from '#server/http/calls.ts';
import { acceptedRevisions, etagOf } from '#server/http/versions.ts';

export function answerRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(putAnswer, async ({ account, body, headers, setHeaders }) => {
    const accepted = acceptedRevisions(headers['if-match']);
    const { message, revision } = await applications.saveAnswers(account.id, body.answers, accepted);
    setHeaders({ etag: etagOf(revision) });
    return { message };
  });
}
