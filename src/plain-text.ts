/**
 * Texts of one line can contain digits of other scripts, invisible characters and blanks. The form and the server read
 * them with these functions.
 */

/** The number signs that are used with Arabic digits. */
const NUMBER_SIGNS: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': ',' };

/** The text with the digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]|[\u066b\u066c]/gu, (sign) => NUMBER_SIGNS[sign] ?? valueOf(sign));
}

/** The digits of a text as 0 to 9, and nothing else. */
export function digitsOf(text: string): string {
  return plainDigits(text).replace(/[^0-9]/gu, '');
}

/** The digits of other scripts that were read so far: Unicode has some hundreds. */
const VALUES = new Map<string, string>();

/** In Unicode, the ten digits of a kind follow each other, the zero first, and so do the sets. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (!VALUES.has(digit) && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  const value = VALUES.get(digit) ?? String((code - first) % 10);
  VALUES.set(digit, value);
  return value;
}

const FORMAT = /\p{Cf}/gu;
/** Format characters that are drawn: Arabic number signs and the like. */
const DRAWN = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u;
const JOINER = /[\u200c\u200d]/u;
const LETTER = /[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}]/u;
/** Scripts whose letters neither join nor stack have no use for joiners. */
const APART = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\p{sc=Hebr}\p{sc=Hani}]/u;
/** More combining marks than any letter has. */
const NEAR_UNITS = 24;

/**
 * The text without invisible characters, which copied texts contain. A joiner stays where the text looks different
 * without it: after a letter, a mark or a part of an emoji. The next letter may not be typed yet. The characters beside
 * it are checked one by one: Safari before 16.4 does not support look-behind, and Chromium 156 does not find an emoji
 * at the end of a text by a class of several properties.
 */
export function withoutUnseen(text: string): string {
  return text.replace(FORMAT, (sign, at: number) => {
    if (DRAWN.test(sign)) return sign;
    const before = Array.from(text.slice(Math.max(0, at - NEAR_UNITS), at));
    const [next = ''] = text.slice(at + sign.length, at + sign.length + 2);
    return JOINER.test(sign) && isJoined(before, next) ? sign : '';
  });
}

function isJoined(before: readonly string[], next: string): boolean {
  const last = before.at(-1) ?? '';
  const letter = before.filter((sign) => !/\p{Mn}/u.test(sign)).at(-1) ?? '';
  if (APART.test(letter)) return false;
  return LETTER.test(last) && !APART.test(next);
}

/** Letters, digits and signs as wide as a Chinese character. The punctuation of such texts stays. */
const WIDE = /[\uff20\uff0d-\uff0f\uff03\uff06\uff07\uff0b\uff3f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
/** Word's bullet, in a font of symbols. Elsewhere it is a box. */
const SYMBOL_BULLET = /\uf0b7/g;
/** `withoutUnseen` leaves no two joiners in a row. */
const JOINS_NOTHING = /[\u200c\u200d](?!\S)/gu;

/** A text of one line as it is read: one blank between words, none around them, composed letters, nothing unseen. */
export function tidied(text: string): string {
  const plain = text.normalize('NFC').replace(WIDE, (sign) => sign.normalize('NFKC'));
  const visible = withoutUnseen(plain.replace(SYMBOL_BULLET, '\u2022')).replace(JOINS_NOTHING, '');
  return visible.replace(/\s+/gu, ' ').trim();
}

/** A longer text as it is read: soft line ends as line ends, no hyphens that only Word sees, and bullets as bullets. */
export function tidiedLines(text: string): string {
  return text
    .replace(/[\v\u2028\u2029]/g, '\n')
    .replace(/[\u00ad\ufeff]/g, '')
    .replace(SYMBOL_BULLET, '\u2022');
}
