import { getProfile } from '#contract/profile.ts';
import type { App } from '#server/http/calls.ts';
import { etagOf } from '#server/http/versions.ts';

export function profileRoutes(app: App): void {
  const { applications, deviceKeyOf } = app.context;

  app.answer(getProfile, async ({ account, isConfidential, setHeaders }) => {
    const { version, number, keptTerm, ...profile } = await applications.profile(account);
    setHeaders({
      etag: etagOf(version),
      'application-number': number,
      ...(keptTerm !== null && { 'kept-entry-term': keptTerm }),
      ...(isConfidential && { 'device-key': deviceKeyOf(account.id) }),
    });
    return profile;
  });
}
