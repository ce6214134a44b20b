import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { pdfQuery } from '#api/pdf.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { QueryBoundary } from '#fields/query-boundary.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { FieldMessages } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toasts } from '#ui/toast-queue.ts';

const FAILED = 'Error downloading PDF copy of your application.';
const TOAST = 'pdf-copy';
const STANDING_ID = 'pdf-copy-standing';

/** The applicant's own copy of the application, once the server has made it. */
export function PdfDownload() {
  const client = useQueryClient();
  const [query] = useState(() => pdfQuery(client));
  return (
    <QueryBoundary queryKey={query.queryKey} heading="Your PDF copy is not here yet." focusId={STANDING_ID}>
      <Copy query={query} />
    </QueryBoundary>
  );
}

function Copy({ query }: { readonly query: ReturnType<typeof pdfQuery> }) {
  const { data: copy, isFetching, isStale, refetch } = useQuery(query);
  const standing = useRef<HTMLDivElement>(null);
  const [numTries, countTry] = useReducer((count: number) => count + 1, 0);
  // The link of an old response may have expired.
  const url = copy?.status === 'COMPLETED' && !isStale ? (copy.url ?? undefined) : undefined;
  const failure = copy?.status === 'FAILED' ? sentenceIn(copy.message) : undefined;
  const isBeingMade = url === undefined && failure === undefined;

  useEffect(() => {
    if (failure === undefined) toasts.close(TOAST);
    else toasts.addError(FAILED, failure, TOAST);
    // Announced again when another attempt fails in the same way.
  }, [failure, numTries]);

  function askAgain() {
    // The focused button disappears with the failure.
    standing.current?.focus();
    void refetch().then(countTry);
  }

  return (
    <>
      <div
        ref={standing}
        id={STANDING_ID}
        className={isBeingMade ? undefined : 'ui-hidden'}
        role="status"
        tabIndex={-1}
      >
        {url !== undefined && <p>Your PDF copy is ready.</p>}
        {isBeingMade && (
          <p>
            <Spinner /> Your PDF copy is being made.
          </p>
        )}
      </div>
      {/* The toast tells it to screen readers. */}
      {failure !== undefined && <FieldMessages messages={[FAILED]} />}
      {url !== undefined && (
        <Link className={buttonClass('secondary')} href={url} download>
          Download a PDF copy
        </Link>
      )}
      {failure !== undefined && (
        <Button variant="secondary" isPending={isFetching} onPress={askAgain}>
          Try again
        </Button>
      )}
    </>
  );
}
