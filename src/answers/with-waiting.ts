import type { Operation, RememberedProfile } from './records.ts';

/**
 * Applies unsent calls to a profile read from the server. Otherwise the applicant would return to a page already
 * left, or to the state before a submission attempt.
 */
export function withWaiting<Profile extends Pick<RememberedProfile, 'last_page' | 'web_status'>>(
  profile: Profile,
  waiting: readonly Operation[],
): Profile {
  const pages = waiting.flatMap((one) => (one.kind === 'last-page' ? [one.last_page] : []));
  const statuses = waiting.flatMap((one) =>
    one.kind === 'web-status' ? [{ web_status: one.web_status }] : [],
  );
  return {
    ...profile,
    last_page: pages.at(-1) ?? profile.last_page,
    web_status: [...profile.web_status, ...statuses],
  };
}
