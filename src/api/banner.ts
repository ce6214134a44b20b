import { useQuery } from '@tanstack/react-query';
import { getBanner } from '#contract/banner.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';

const POLL_MS = 300_000;

/**
 * The operator's sentence to everybody, asked for again and again while the page is looked at.
 *
 * @param isAtRest whether the page has all that it needs itself; nothing is asked before
 */
export function useBanner(isAtRest: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.banner,
    queryFn: ({ signal }) => call(getBanner, { signal }),
    enabled: isAtRest,
    throwOnError: false,
    refetchInterval: POLL_MS,
  });
  return data?.text ?? undefined;
}
