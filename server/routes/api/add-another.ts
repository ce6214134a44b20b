import { getAddAnother, putAddAnother } from '#contract/add-another.ts';
import type { App } from '#server/http/calls.ts';
import { writeOver } from '#server/http/versions.ts';

export function addAnotherRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(getAddAnother, async ({ account }) => applications.counts(account.id));

  app.answer(putAddAnother, async ({ account, body, ...given }) =>
    writeOver(given, (accepted) =>
      applications.setCount(account.id, body.button_id, body.num_components, accepted),
    ),
  );
}
