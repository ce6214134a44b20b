import { postSubmit } from '#contract/submit.ts';
import type { App } from '#server/http/calls.ts';
import { acceptedRevisions } from '#server/http/versions.ts';

export function submitRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(postSubmit, async ({ account, network, headers }) =>
    applications.submit(account, network, acceptedRevisions(headers['if-match'])),
  );
}
