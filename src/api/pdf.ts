import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#contract/define-call.ts';
import { isPending } from '#contract/document-answer.ts';
import { getPdf } from '#contract/pdf.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { randomId } from '#device/random-id.ts';
import { PDF_POLL_MS, PDF_SETTLED_POLL_MS } from '#limits.ts';
import { backOff } from './back-off.ts';
import { sentenceFor } from './errors.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';

/** A response expires just after the next poll is due, and before its link does. */
const GOOD_FOR_MS = PDF_SETTLED_POLL_MS + 60_000;
const unprocessed: ResponseOf<typeof getPdf> = { status: 'UNPROCESSED', url: '', message: '' };

/** The state of the PDF copy, as pages show it. */
export type PdfCopy =
  | { readonly status: 'being-made' }
  | { readonly status: 'ready'; readonly url: string }
  /** The server could not make it; `message` says why. */
  | { readonly status: 'failed'; readonly message: string }
  /** The request failed; it is retried automatically, and by `ask`. */
  | { readonly status: 'unheard'; readonly message: string };

/**
 * Polls the PDF copy every second until it is settled, then every 10 minutes, before its link expires. Each component
 * polls for itself when it mounts: a cached response may date from before the submission.
 */
export function usePdf(): {
  readonly copy: PdfCopy;
  readonly isAsking: boolean;
  readonly ask: () => Promise<unknown>;
} {
  const [asker] = useState(() => randomId());
  // Failures in a row; the counters of React Query also count earlier ones.
  const failures = useRef(0);
  const { data, error, isFetching, isStale, refetch } = useQuery({
    queryKey: queryKeys.pdf(asker),
    queryFn: async ({ signal }) => {
      failures.current += 1;
      const answer = await call(getPdf, { signal });
      failures.current = 0;
      return answer;
    },
    // Without initial data, a refetch would hide the error until it ends.
    initialData: unprocessed,
    initialDataUpdatedAt: 0,
    staleTime: GOOD_FOR_MS,
    gcTime: 0,
    refetchOnMount: true,
    refetchIntervalInBackground: true,
    throwOnError: false,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return backOff(state.error, failures.current, 2 * PDF_POLL_MS);
      return isPending(state.data?.status ?? unprocessed.status) ? PDF_POLL_MS : PDF_SETTLED_POLL_MS;
    },
  });
  return { copy: copyOf(), isAsking: isFetching, ask: () => refetch() };

  function copyOf(): PdfCopy {
    if (error !== null) return { status: 'unheard', message: sentenceFor(error) };
    const { status, url, message } = data;
    if (status === 'FAILED') return { status: 'failed', message: message ?? UNEXPECTED };
    if (isPending(status) || isStale) return { status: 'being-made' };
    const link = status === 'COMPLETED' ? (url ?? '') : '';
    return link === '' ? { status: 'unheard', message: UNEXPECTED } : { status: 'ready', url: link };
  }
}
