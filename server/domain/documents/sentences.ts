import { MAX_FILE_TEXT } from '#limits.ts';

// What applicants read about their files.

/**
 * We notice a lost file when its conversion is requested or begins. The same message serves a file that a bucket has
 * refused, because a bucket tells neither the browser nor us.
 */
export const LOST_MESSAGE = `Your file did not reach us. Please check that it is neither empty nor larger than ${MAX_FILE_TEXT}, check your connection, and upload it again; if it happens again, use another network.`;
/** The same, while the storage says of itself that it takes no files. */
export const NO_STORAGE_MESSAGE =
  'We cannot accept files right now. Please upload yours again in a few minutes.';
export const TOO_LARGE_MESSAGE = `This file is larger than ${MAX_FILE_TEXT}. Please make it smaller and upload it again.`;
