import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/define-call.ts';
import { getPdf } from '#contract/pdf.ts';
import { PDF_POLL_MS, PDF_SETTLED_POLL_MS } from '#limits.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';

const unprocessed: ResponseOf<typeof getPdf> = { status: 'UNPROCESSED', url: '', message: '' };

/** The PDF copy: asked for every second until it is settled, then every 10 minutes, before its url grows old. */
export function usePdf(): ResponseOf<typeof getPdf> {
  const { data } = useQuery({
    queryKey: queryKeys.pdf,
    queryFn: ({ signal }) => call(getPdf, { signal }),
    throwOnError: false,
    refetchInterval: ({ state }) => (isPending(state.data?.status) ? PDF_POLL_MS : PDF_SETTLED_POLL_MS),
  });
  return data ?? unprocessed;
}

function isPending(status: string | undefined): boolean {
  return status === undefined || status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}
