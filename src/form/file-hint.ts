import { MAX_FILE_TEXT } from '#limits.ts';

/** The hint of every file question. */
export const FILE_HINT = `A photo, scan, PDF or Word file of at most ${MAX_FILE_TEXT.replace(' ', '\u00a0')}. Several photos become one PDF.`;
