import type { Refusal } from './outcome.ts';

export const DAMAGED: Refusal = {
  reason: 'word-damaged',
  message:
    'This Word document is damaged and cannot be opened. Please open it on your computer, save it as a PDF, and upload that.',
};
export const LOCKED: Refusal = {
  reason: 'word-locked',
  message:
    'This Word document can only be opened with a password. Please save it as a PDF or as .docx without a password, and upload that.',
};
export const MACROS: Refusal = {
  reason: 'word-macros',
  message:
    'This Word document contains macros or is of a kind made for them (.docm, .dotm). We do not accept those. Please save it as a PDF, or as .docx without macros, and upload that.',
};
export const NOT_WORD: Refusal = {
  reason: 'word-other-kind',
  message:
    'This file is not a Word document (.docx), but an archive or a document of another program. Please save it as a PDF or as .docx, and upload that.',
};
export const TOO_LARGE: Refusal = {
  reason: 'word-bomb',
  message:
    'This Word document unpacks to far more than a document should. Please save it as a PDF and upload that.',
};
export const MISFIT: Refusal = {
  reason: 'word-misfit',
  message:
    'This Word document is built in a way that we cannot check. Please open it on your computer, save it as a PDF, and upload that.',
};

/** No Office program writes a DOCTYPE. Its entities could read files or expand without end. */
export const ENTITIES: Refusal = { ...MISFIT, reason: 'word-entities' };
export const EMBEDDED: Refusal = {
  reason: 'word-embedded',
  message:
    'This Word document contains another file, which would be missing here. Please open it on your computer, save it as a PDF, and upload that.',
};
export const LINKED: Refusal = {
  reason: 'word-linked',
  message:
    'This Word document shows something that is not in the file itself, such as a picture on the web or another document. Please open it on your computer, save it as a PDF, and upload that.',
};
