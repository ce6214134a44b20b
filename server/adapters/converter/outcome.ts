/** The result of a conversion: a PDF, or a sentence that tells the applicant what to do. */
export type Outcome =
  | { readonly status: 'COMPLETED'; readonly pdf: Buffer; readonly pages: number }
  | { readonly status: 'FAILED'; readonly message: string };

export function failed(message: string): Outcome {
  return { status: 'FAILED', message };
}

export const EMPTY = 'This file is empty. Please choose it again.';

/** More pages than any transcript or résumé has. */
export const MAX_PAGES = 200;

/** The most bytes of a finished PDF: far more than 1 MB of input becomes in practice. */
export const MAX_PDF_BYTES = 33_554_432;

export const TOO_MANY_PAGES = `This document has more than ${MAX_PAGES} pages. Please upload the pages that we need to see.`;
export const TOOK_TOO_LONG =
  'This document took too long to convert. Please save it as a PDF on your computer or phone and upload that.';
