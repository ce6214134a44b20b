import type { Operation, RememberedProfile } from './records.ts';

/**
 * A profile as it will be once the account knows what waits on this device, which is later: nobody is thrown back to a page
 * that they have left, or before a submit that they tried.
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
