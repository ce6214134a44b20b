import { FILE_NAME_TOO_LONG, isFileNameTooLong } from '#form/file-name.ts';
import { FILE_TYPES, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#limits.ts';

/** The properties by which a file is checked. */
interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/**
 * Returns all messages about a chosen file: not empty, at most 1 MB, an accepted type, a name of at most 32
 * characters.
 *
 * @see specification §5, Inputs and files
 */
export function fileMessages({ name, size }: ChosenFile): readonly string[] {
  const messages: string[] = [];
  if (size === 0) messages.push('This file is empty. Please choose another one.');
  if (size > MAX_FILE_BYTES)
    messages.push(`This file is larger than ${MAX_FILE_TEXT}. Please choose a smaller one.`);
  if (!isKnownType(name)) {
    messages.push('This type of file cannot be read. Please choose a PNG, JPEG, PDF or Word (docx) file.');
  }
  if (isFileNameTooLong(name)) messages.push(FILE_NAME_TOO_LONG);
  return messages;
}

function isKnownType(name: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && FILE_TYPES.some((type) => type === extension);
}
