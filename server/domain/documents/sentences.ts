import { MAX_FILE_TEXT } from '#limits.ts';

// What applicants read about their files.

/**
 * We notice a lost file when its conversion is requested or begins. The same message is for a file that a bucket has
 * refused, because a bucket tells neither the browser nor us.
 */
export const LOST_MESSAGE = `Your file did not reach us. Please check that it is neither empty nor larger than ${MAX_FILE_TEXT}, check your connection, and upload it again; if it happens again, use another network.`;
/** The same, while our own storage reports that it accepts no files. */
export const NO_STORAGE_MESSAGE =
  'We cannot accept files right now. Please upload yours again in a few minutes.';
export const TOO_LARGE_MESSAGE = `This file is larger than ${MAX_FILE_TEXT}. Please make it smaller and upload it again.`;

export const COPY_TOO_LARGE =
  'Your documents make the PDF copy of your application too large. Your application itself is safe. For a copy, please upload smaller files.';
export const COPY_BEING_MADE = 'The PDF is being made. Please ask again in a few seconds.';
export const COPY_NOT_MADE =
  'The PDF could not be made. Please ask again in a few minutes, or ask whoever runs the application form.';
export const COPY_MESSAGES = {
  UNPROCESSED: 'Your PDF copy is waiting to be made.',
  IN_PROGRESS: 'Your PDF copy is being made.',
  COMPLETED: 'Your PDF copy is ready.',
} as const;
