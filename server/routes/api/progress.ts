import { putLastPage } from '#contract/last-page.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus } from '#contract/web-status.ts';
import type { App } from '#server/http/calls.ts';

export function progressRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(postWebStatus, async ({ account, body }) =>
    applications.reachStatus(account.id, body.web_status),
  );

  app.answer(putLastPage, async ({ account, body }) => applications.setLastPage(account.id, body.last_page));

  app.answer(postValidations, async ({ account, body }) => applications.setValidations(account.id, body));
}
