import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/define-call.ts';
import { isPending } from '#contract/document-answer.ts';
import { getPdf } from '#contract/pdf.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { randomId } from '#device/random-id.ts';
import { PDF_POLL_MS, PDF_DONE_POLL_MS } from '#limits.ts';
import { ServerError, UnauthorizedError } from './errors.ts';
import { queryKeys } from './queries.ts';
import { call } from './request.ts';

/** A response expires just after the next poll is due, and before its link does. */
const GOOD_FOR_MS = PDF_DONE_POLL_MS + 60_000;

/**
 * Makes a query for the PDF copy. It polls every second until the copy is ready or has failed, then every 10 minutes,
 * before its link expires. Each component makes its own, and drops earlier ones: their responses may be from before the
 * submission.
 */
export function pdfQuery(client: QueryClient) {
  client.removeQueries({ queryKey: queryKeys.pdfs, type: 'inactive' });
  return queryOptions({
    queryKey: queryKeys.pdf(randomId()),
    queryFn: ({ signal }) => readPdf(signal),
    // Applicants who ask for a copy wait for it, so a missing network is shown, too.
    throwOnError: (error) => !(error instanceof UnauthorizedError),
    staleTime: GOOD_FOR_MS,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isPending(data.status) ? PDF_POLL_MS : PDF_DONE_POLL_MS,
  });
}

async function readPdf(signal: AbortSignal): Promise<ResponseOf<typeof getPdf>> {
  const answer = await call(getPdf, { signal });
  const { status, url } = answer;
  // There is nothing to download without an address.
  if (status === 'NOT_ANSWERED' || (status === 'COMPLETED' && !url)) throw new ServerError(200, UNEXPECTED);
  return answer;
}
