import { postSubmit } from '#contract/submit.ts';
import type { App } from '#server/http/calls.ts';
import { writeOver } from '#server/http/versions.ts';

export function submitRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(postSubmit, async ({ account, network, ...given }) =>
    writeOver(given, (accepted) => applications.submit(account, network, accepted)),
  );
}
