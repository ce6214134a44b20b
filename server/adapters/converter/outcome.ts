import { NamedError } from '../errors.ts';

/** The result of a conversion: a PDF, or a sentence that tells the applicant what to do. */
export type Outcome =
  | { readonly status: 'COMPLETED'; readonly pdf: Buffer; readonly pages: number }
  | ({ readonly status: 'FAILED' } & Refusal);

/** Why a file is refused: a code for the operator's log, and a sentence for the applicant. */
export interface Refusal<Why = Reason> {
  readonly reason: Why;
  readonly message: string;
}

/** The file is at fault: the applicant reads what to do. It is not tried again. */
type FileReason =
  | 'empty'
  | 'looks-empty'
  | 'other-kind'
  | 'lost'
  | 'picture-damaged'
  | 'pdf-cut-off'
  | 'pdf-damaged'
  | 'pdf-locked'
  | 'pdf-no-pages'
  | 'pdf-attachments'
  | 'pdf-dynamic-form'
  | 'pdf-hidden-layers'
  | 'word-damaged'
  | 'word-entities'
  | 'word-macros'
  | 'word-other-kind'
  | 'word-misfit'
  | 'word-embedded'
  | 'word-linked'
  | 'word-locked'
  | 'word-not-opened'
  | 'word-crashed';

/** The file may be sound, but needs more than any file gets. The applicant reads that. It is not tried again. */
type LimitReason =
  | 'too-large'
  | 'timeout'
  | 'picture-too-many-pixels'
  | 'picture-too-much'
  | 'pdf-too-many-pages'
  | 'pdf-huge-page'
  | 'pdf-too-complex'
  | 'pdf-not-drawn'
  | 'word-bomb';

/** We are at fault, and the file was not judged: see `OurFault`. */
export type OurReason = 'no-sandbox' | 'program-missing' | 'office-broken';

/** All reasons. They reveal nothing of the file's name or content, because they are logged. */
export type Reason = FileReason | LimitReason;

/**
 * Thrown when the file was not judged, so that the job tries again. Operators find the reason in the log. After the
 * last attempt the applicant reads the sentence. Unforeseen errors have the same effect, with a sentence of the job.
 */
export class OurFault extends NamedError {
  readonly sentence: string;

  constructor({ reason, message }: Refusal<OurReason>) {
    super(reason);
    this.sentence = message;
  }
}

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

/** The most bytes of a finished PDF: far more than 1 MB of input produces in practice. */
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
