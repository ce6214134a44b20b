import { putLastPage } from '#contract/last-page.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus } from '#contract/web-status.ts';
import type { App } from '#server/http/calls.ts';
import { writeOver } from '#server/http/versions.ts';

export function progressRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(postWebStatus, async ({ account, body, ...given }) =>
    writeOver(given, (accepted) => applications.reachStatus(account.id, body.web_status, accepted)),
  );

  app.answer(putLastPage, async ({ account, body, ...given }) =>
    writeOver(given, (accepted) => applications.setLastPage(account.id, body.last_page, accepted)),
  );

  app.answer(postValidations, async ({ account, body, ...given }) =>
    writeOver(given, (accepted) => applications.setValidations(account.id, body, accepted)),
  );
}
