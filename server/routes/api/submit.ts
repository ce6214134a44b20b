import { postSubmit } from '#contract/submit.ts';
import type { App } from '#server/http/calls.ts';

export function submitRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(postSubmit, async ({ account, network }) => applications.submit(account, network));
}
