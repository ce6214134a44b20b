import { webStatuses, type WebStatus } from '#contract/standing.ts';

/**
 * Where an application stands: the number of distinct known entries, 0 to 3, decides.
 *
 * @see specification §4, Web status
 */
export function webStatusOf(entries: readonly { readonly web_status: string }[]): WebStatus | null {
  const known = webStatuses.filter((status) => entries.some(({ web_status }) => web_status === status));
  return webStatuses[known.length - 1] ?? null;
}
