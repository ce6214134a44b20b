import { useEffect } from 'react';
import { usePdf } from '#api/pdf.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Hint } from '#ui/hint.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toasts } from '#ui/toast-queue.ts';

const FAILED = 'Error downloading PDF copy of your application.';

/** The applicant's own copy of the application, once the server has made it. */
export function PdfDownload() {
  const { copy, isAsking, ask } = usePdf();
  const failure = copy.status === 'failed' ? copy.message : undefined;

  useEffect(() => {
    if (failure !== undefined) toasts.addError(FAILED, failure);
  }, [failure]);

  switch (copy.status) {
    case 'ready':
      return (
        <a className={buttonClass('secondary')} href={copy.url} download>
          Download a PDF copy
        </a>
      );
    case 'being-made':
      return (
        <p role="status">
          <Spinner isDecorative /> Your PDF copy is being made.
        </p>
      );
    case 'failed':
    case 'unheard':
      return (
        <>
          <div role="status">
            <Hint>
              {copy.status === 'failed' ? FAILED : `Your PDF copy is not here yet. ${copy.message}`}
            </Hint>
          </div>
          <Button variant="secondary" isPending={isAsking} onPress={ask}>
            Try again
          </Button>
        </>
      );
    default:
      return copy satisfies never;
  }
}
