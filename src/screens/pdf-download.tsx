import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { type PdfCopy, pdfQuery, usePdf } from '#api/pdf.ts';
import { PartOrNotice } from '#fields/query-boundary.tsx';
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
    <PartOrNotice
      queryKey={query.queryKey}
      reader={<Copy query={query} />}
      saysOffline
      heading="Your PDF copy is not here yet."
      focusId={STANDING_ID}
    />
  );
}

function Copy({ query }: { readonly query: ReturnType<typeof pdfQuery> }) {
  const { copy, isAsking, ask } = usePdf(query);
  const standing = useRef<HTMLDivElement>(null);
  const [numTries, countTry] = useReducer((count: number) => count + 1, 0);
  const failure = copy.status === 'failed' ? copy.message : undefined;

  useEffect(() => {
    if (failure === undefined) toasts.close(TOAST);
    else toasts.addError(FAILED, failure, TOAST);
    // Said again when another try fails in the same way.
  }, [failure, numTries]);

  function askAgain() {
    // The focused button disappears with the failure.
    standing.current?.focus();
    void ask().then(countTry);
  }

  return (
    <>
      <div
        ref={standing}
        id={STANDING_ID}
        className={copy.status === 'ready' || copy.status === 'failed' ? 'ui-hidden' : undefined}
        role="status"
        tabIndex={-1}
      >
        <PdfStanding copy={copy} />
      </div>
      {/* The toast tells it to screen readers. */}
      {copy.status === 'failed' && <FieldMessages messages={[FAILED]} />}
      {copy.status === 'ready' && (
        <Link className={buttonClass('secondary')} href={copy.url} download>
          Download a PDF copy
        </Link>
      )}
      {copy.status === 'failed' && (
        <Button variant="secondary" isPending={isAsking} onPress={askAgain}>
          Try again
        </Button>
      )}
    </>
  );
}

/** The state of the copy, in words that screen readers read out when they change. */
function PdfStanding({ copy }: { readonly copy: PdfCopy }) {
  switch (copy.status) {
    case 'ready':
      return <p>Your PDF copy is ready.</p>;
    case 'being-made':
      return (
        <p>
          <Spinner /> Your PDF copy is being made.
        </p>
      );
    case 'failed':
      return null;
    default:
      return copy satisfies never;
  }
}
