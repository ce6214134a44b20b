import { getProfile } from '#contract/profile.ts';
import type { App } from '#server/http/calls.ts';
import { etagOf } from '#server/http/versions.ts';

export function profileRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(getProfile, async ({ account, setHeaders }) => {
    const { revision, ...profile } = await applications.profile(account);
    setHeaders({ etag: etagOf(revision) });
    return profile;
  });
}
