import { deleteDocumentAnswer, getDocumentAnswers } from '#contract/document-answer.ts';
import type { App } from '#server/http/calls.ts';
import { placesIn, tagList } from '#server/http/document-tags.ts';

export function documentAnswerRoutes(app: App): void {
  const { documents } = app.context;

  app.answer(getDocumentAnswers, async ({ account, setHeaders }) => {
    const { documents: found, places } = await documents.all(account.id);
    setHeaders({ 'document-tags': tagList(places) });
    return found;
  });
  app.answer(deleteDocumentAnswer, async ({ account, params, headers }) =>
    documents.forget(account.id, params.key, placesIn(headers['if-match'])),
  );
}
