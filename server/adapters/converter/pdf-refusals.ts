import type { Reason, Refusal } from './outcome.ts';
import type { Problem } from './pdf-findings.ts';

const again = (reason: Reason, what: string): Refusal => ({
  reason,
  message: `${what} Please open it on your computer or phone, print or save it as a new PDF, and upload that.`,
});

export const INCOMPLETE = again('pdf-cut-off', 'The end of this PDF is missing.');
export const DAMAGED = again('pdf-damaged', 'This PDF is damaged.');
export const LOCKED = again('pdf-locked', 'This PDF can only be opened with a password.');
export const NO_PAGES: Refusal = {
  reason: 'pdf-no-pages',
  message: 'This PDF has no pages. Please check that it is the right file.',
};
export const TOO_COMPLEX = again('pdf-too-complex', 'This PDF is too complex.');
export const HIDDEN_LAYERS = again(
  'pdf-hidden-layers',
  'This PDF has hidden layers, and we cannot take them out.',
);
export const REFUSALS: Readonly<Record<Problem, Refusal>> = {
  'pdf-too-complex': TOO_COMPLEX,
  'pdf-dynamic-form': again(
    'pdf-dynamic-form',
    'This PDF is an interactive form that only one program can show.',
  ),
  'pdf-attachments': {
    reason: 'pdf-attachments',
    message:
      'This PDF has other files inside it, and we can only take its own pages. Please open it on your computer, save all of its files as one PDF, and upload that.',
  },
  'pdf-huge-page': again(
    'pdf-huge-page',
    'This PDF has a page that is larger than a page can be (200 inches).',
  ),
};
