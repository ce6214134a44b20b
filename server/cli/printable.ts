/**
 * Matches characters that a terminal acts on or that change the visible order: control characters except tabs and line
 * ends, line separators, and the marks that embed, override or isolate a direction.
 */
const ACTING = /(?![\t\n]|\r\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns a text that is harmless to an operator's terminal. Answers and names of files may contain characters that
 * would move the cursor, hide lines or change the window. They become `\u001b` and the like, which JSON reads as the
 * same characters.
 */
export function printable(text: string): string {
  return text.replace(ACTING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
