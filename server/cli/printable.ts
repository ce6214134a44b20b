/**
 * Matches what a terminal acts on, and what makes the eye read another order than the one that is there: control
 * characters but tabs and line ends, line separators, and the marks that embed, override or isolate a direction.
 */
const ACTING = /(?![\t\n]|\r\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns a text that an operator's terminal only shows. Answers and names of files may contain characters that would
 * move the cursor, hide lines or change the window. They become `\u001b` and the like, which JSON reads as the same
 * characters.
 */
export function printable(text: string): string {
  return text.replace(ACTING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
