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

/** How long an answer is good for: a moment longer than until the next one is asked for, and less than a link lives. */
const GOOD_FOR_MS = PDF_SETTLED_POLL_MS + 60_000;
const unprocessed: ResponseOf<typeof getPdf> = { status: 'UNPROCESSED', url: '', message: '' };

/** The PDF copy as a place on a page shows it. */
export type PdfCopy =
  | { readonly status: 'being-made' }
  | { readonly status: 'ready'; readonly url: string }
  /** The server could not make it, and says why. */
  | { readonly status: 'failed'; readonly message: string }
  /** The server could not be asked; it is asked again by itself, and on demand. */
  | { readonly status: 'unheard'; readonly message: string };

/**
 * The PDF copy: asked for every second until it is settled, then every 10 minutes, before its link grows old. Each
 * place that shows it asks for itself, as it appears: what another has heard may be of an application not yet
 * submitted.
 */
export function usePdf(): { readonly copy: PdfCopy; readonly isAsking: boolean; readonly ask: () => void } {
  const [asker] = useState(() => randomId());
  // In a row: the cache counts those since the page was opened.
  const failures = useRef(0);
  const { data, error, isFetching, isStale, refetch } = useQuery({
    queryKey: queryKeys.pdf(asker),
    queryFn: async ({ signal }) => {
      failures.current += 1;
      const answer = await call(getPdf, { signal });
      failures.current = 0;
      return answer;
    },
    // Without it an error would be gone from the page while it is asked again.
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
  return { copy: copyOf(), isAsking: isFetching, ask: () => void refetch() };

  function copyOf(): PdfCopy {
    if (error !== null) return { status: 'unheard', message: sentenceFor(error) };
    const { status, url, message } = data;
    if (status === 'FAILED') return { status: 'failed', message: message ?? UNEXPECTED };
    if (isPending(status) || isStale) return { status: 'being-made' };
    const link = status === 'COMPLETED' ? (url ?? '') : '';
    return link === '' ? { status: 'unheard', message: UNEXPECTED } : { status: 'ready', url: link };
  }
}
