import { webStatuses, type WebStatus } from '#contract/standing.ts';

/**
 * Returns an application's status, from the number of distinct known entries (0 to 3).
 *
 * @see specification §4, Web status
 */
export function webStatusOf(entries: readonly { readonly web_status: string }[]): WebStatus | null {
  const known = webStatuses.filter((status) => entries.some(({ web_status }) => web_status === status));
  return webStatuses[known.length - 1] ?? null;
}
