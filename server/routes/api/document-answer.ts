import { deleteDocumentAnswer, getDocumentAnswers } from '#contract/document-answer.ts';
import type { App } from '#server/http/calls.ts';

export function documentAnswerRoutes(app: App): void {
  const { documents } = app.context;

  app.answer(getDocumentAnswers, async ({ account }) => documents.all(account.id));
  app.answer(deleteDocumentAnswer, async ({ account, params }) => documents.forget(account.id, params.key));
}
