import { FILE_NAME_TOO_LONG, isFileNameTooLong } from '#form/file-name.ts';
import { FILE_TYPES, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#limits.ts';

/**
 * Returns all messages about a chosen file.
 *
 * @see specification §5, Inputs and files
 */
export function fileMessages({ name, size }: Pick<File, 'name' | 'size'>): readonly string[] {
  const messages: string[] = [];
  if (size === 0) messages.push('This file is empty. Please choose another one.');
  if (size > MAX_FILE_BYTES)
    messages.push(`This file is larger than ${MAX_FILE_TEXT}. Please choose a smaller one.`);
  if (!FILE_TYPES.some((type) => name.toLowerCase().endsWith(`.${type}`)))
    messages.push('This type of file cannot be read. Please choose a PNG, JPEG, PDF or Word (docx) file.');
  if (isFileNameTooLong(name)) messages.push(FILE_NAME_TOO_LONG);
  return messages;
}
