/**
 * What people bring along with a text of one line: digits of other scripts, signs that nobody sees, blanks. The form
 * and the server read such texts by these functions.
 */

/** The number signs that stand beside Arabic digits. */
const NUMBER_SIGNS: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': ',' };

/** The text with the digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]|[\u066b\u066c]/gu, (sign) => NUMBER_SIGNS[sign] ?? valueOf(sign));
}

/** The digits of a text as 0 to 9, and nothing else. */
export function digitsOf(text: string): string {
  return plainDigits(text).replace(/[^0-9]/gu, '');
}

/** Unicode has ten digits of a kind in a row, the zero first, and sets of them side by side. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/**
 * All format characters, except those that are drawn (Arabic number signs and the like) and the two joiners where the
 * text looks different without them: between letters, after a mark, or between parts of an emoji. Scripts whose letters
 * neither join nor stack have no use for joiners.
 */
const UNSEEN = (() => {
  const drawn = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}';
  const letter = '[\\p{L}\\p{M}\\p{Emoji_Modifier}\\p{Extended_Pictographic}]';
  const apart = '[\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Armn}\\p{sc=Geor}\\p{sc=Hebr}\\p{sc=Hani}]';
  const between = `(?<=${letter})(?<!${apart}\\p{Mn}*)[\\u200c\\u200d](?=${letter})(?!${apart})`;
  const afterMark = `(?<=\\p{M})(?<!${apart}\\p{Mn}*)[\\u200c\\u200d]`;
  return new RegExp(`(?=\\p{Cf})(?!${between}|${afterMark}|[${drawn}]).`, 'gu');
})();

/** The text without the characters that nobody sees. Copied texts bring them along. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** A text of one line as it is read: one blank between words, none around them, composed letters, nothing unseen. */
export function tidied(text: string): string {
  return withoutUnseen(text.normalize('NFC')).replace(/\s+/gu, ' ').trim();
}
