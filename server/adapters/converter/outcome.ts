/** The result of a conversion: a PDF, or a sentence that tells the applicant what to do. */
export type Outcome =
  | { readonly status: 'COMPLETED'; readonly pdf: Buffer; readonly pages: number }
  | ({ readonly status: 'FAILED' } & Refusal);

/** Why a file is refused: a code for the operator's log, and a sentence for the applicant. */
export interface Refusal {
  readonly reason: Reason;
  readonly message: string;
}

/** All reasons. They tell nothing of the file's name or content, because they are logged. */
export type Reason =
  | 'empty'
  | 'looks-empty'
  | 'other-kind'
  | 'lost'
  | 'too-large'
  | 'no-sandbox'
  | 'program-missing'
  | 'timeout'
  | 'picture-damaged'
  | 'picture-too-many-pixels'
  | 'picture-too-much'
  | 'pdf-cut-off'
  | 'pdf-damaged'
  | 'pdf-locked'
  | 'pdf-no-pages'
  | 'pdf-too-many-pages'
  | 'pdf-dynamic-form'
  | 'pdf-huge-page'
  | 'pdf-too-complex'
  | 'pdf-not-drawn'
  | 'word-bomb'
  | 'word-damaged'
  | 'word-entities'
  | 'word-macros'
  | 'word-other-kind'
  | 'word-misfit'
  | 'word-not-opened'
  | 'word-crashed';

export function failed(refusal: Refusal): Outcome {
  return { status: 'FAILED', ...refusal };
}

export const EMPTY: Refusal = {
  reason: 'empty',
  message: 'This file is empty. Please choose it again.',
};

export const LOOKS_EMPTY: Refusal = {
  reason: 'looks-empty',
  message: 'This file looks empty. Please open it, check it and upload it again.',
};

/** More pages than any transcript or résumé has. */
export const MAX_PAGES = 200;

/** The most bytes of a finished PDF: far more than 1 MB of input becomes in practice. */
export const MAX_PDF_BYTES = 33_554_432;

export const TOO_MANY_PAGES: Refusal = {
  reason: 'pdf-too-many-pages',
  message: `This document has more than ${MAX_PAGES} pages. Please upload the pages that we need to see.`,
};
export const TOOK_TOO_LONG: Refusal = {
  reason: 'timeout',
  message:
    'This document took too long to convert. Please save it as a PDF on your computer or phone and upload that.',
};
