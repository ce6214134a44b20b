import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getAddAnother } from '#contract/add-another.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';

export type Counts = Readonly<Record<string, number>>;
const NONE: Counts = {};

/** Components per add-another button; empty for a visitor without an account, and until the server answered. */
export function useCounts(isLoggedIn: boolean): Counts {
  const { data } = useQuery({
    queryKey: queryKeys.addAnother,
    queryFn: ({ signal }) => call(getAddAnother, { signal }),
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return data ?? NONE;
}

/** Shows a count at once; posting it is the outbox's work. */
export function useShowCount(): (buttonId: string, count: number) => void {
  const client = useQueryClient();
  return (buttonId, count) =>
    client.setQueryData<Counts>(queryKeys.addAnother, (counts) => ({ ...counts, [buttonId]: count }));
}
