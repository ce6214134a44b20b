import { getProfile } from '#contract/profile.ts';
import type { App } from '#server/http/calls.ts';

export function profileRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(getProfile, async ({ account }) => applications.profile(account));
}
