import { useEffect } from 'react';
import { usePdf } from '#api/pdf.ts';
import { buttonClass } from '#ui/button.tsx';
import { Hint } from '#ui/hint.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toasts } from '#ui/toast-queue.ts';

const FAILED = 'Error downloading PDF copy of your application.';

/** The applicant's own copy of the application, once the server has made it. */
export function PdfDownload() {
  const pdf = usePdf();
  const hasFailed = pdf.status === 'FAILED';

  useEffect(() => {
    if (hasFailed) toasts.addError(FAILED, pdf.message);
  }, [hasFailed, pdf.message]);

  if (pdf.status === 'COMPLETED' && pdf.url !== '') {
    return (
      <a className={buttonClass('secondary')} href={pdf.url} download>
        Download a PDF copy
      </a>
    );
  }
  if (hasFailed) return <Hint>{FAILED}</Hint>;
  return (
    <p role="status">
      <Spinner isDecorative /> Your PDF copy is being made.
    </p>
  );
}
