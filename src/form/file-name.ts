import { FILE_NAME_MAX_CHARS } from '#limits.ts';

export const FILE_NAME_TOO_LONG = `The name of this file is longer than ${FILE_NAME_MAX_CHARS} characters. Please shorten it.`;

/** Whether a name has more letters than we keep, counted as they are shown: some systems write é as e and an accent. */
export function isFileNameTooLong(name: string): boolean {
  return [...name.normalize('NFC')].length > FILE_NAME_MAX_CHARS;
}
