import { usePdf } from '#api/pdf.ts';
import { buttonClass } from '#ui/button.tsx';
import { Hint } from '#ui/hint.tsx';
import { Spinner } from '#ui/spinner.tsx';

/** The applicant's own copy of the application, once the server has made it. */
export function PdfDownload() {
  const pdf = usePdf();
  if (pdf.status === 'COMPLETED' && pdf.url !== '') {
    return (
      <a className={buttonClass('secondary')} href={pdf.url} download>
        Download a PDF copy
      </a>
    );
  }
  if (pdf.status === 'FAILED') return <Hint>Error downloading PDF copy of your application.</Hint>;
  return (
    <p role="status">
      <Spinner size="small" isDecorative /> Your PDF copy is being made.
    </p>
  );
}
