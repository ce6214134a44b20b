/**
 * How names, schools and addresses are compared. The database folds what it stores by its function `folded`, which does
 * the same (`folding.test.ts`).
 */

/** Apostrophes of all kinds, and full stops: "O’Brien" and "OBrien", "St. John" and "St John". */
const APOSTROPHES = String.raw`'.\u0060\u00b4\u02b9-\u02bf\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07`;
/** Accents of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and what nobody sees. */
const ACCENTS = String.raw`\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u061c\u0640\u064b-\u065f\u0670\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff`;
/** What stands between words (NUL never rests in the database): blanks, dashes, and all other signs that are neither letters nor digits. */
const SEPARATORS = String.raw`\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02df\u0589\u058a\u05be\u05c0\u05c3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u200a\u2010-\u2017\u201c-\u2031\u2033\u2034\u2036-\u205f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3003\u3008-\u3020\u3030\u30fb\uff5f-\uff65`;

/** Letters that Unicode does not take apart, and how they are written without their own key. */
const LETTERS: readonly (readonly [letters: string, plain: string])[] = [
  ['ÆæǢǣ', 'ae'],
  ['Œœ', 'oe'],
  ['ßẞ', 'ss'],
  ['Þþ', 'th'],
  ['ĐđÐðƉɖƊɗ', 'd'],
  ['Əə', 'a'],
  ['Ɓɓ', 'b'],
  ['Ƈƈ', 'c'],
  ['Ǝǝ', 'e'],
  ['Ɛɛ', 'e'],
  ['ƓɠƔɣ', 'g'],
  ['Ħħ', 'h'],
  ['ıƗɨƖɩ', 'i'],
  ['Ƙƙĸ', 'k'],
  ['Łł', 'l'],
  ['ŊŋƝɲ', 'n'],
  ['ØøƆɔƟɵ', 'o'],
  ['Ƥƥ', 'p'],
  ['ŦŧƬƭ', 't'],
  ['Ʉʉ', 'u'],
  ['Ʋʋ', 'v'],
  ['Ƴƴ', 'y'],
  ['ς', 'σ'],
];

const plainLetters = new Map(
  LETTERS.flatMap(([letters, plain]) => [...letters].map((letter) => [letter, plain])),
);
const all = (signs: string) => new RegExp(`[${signs}]`, 'gu');
const apostrophes = all(APOSTROPHES);
const accents = all(ACCENTS);
const separators = new RegExp(`[${SEPARATORS}]+`, 'gu');
const letters = all([...plainLetters.keys()].join(''));

/**
 * Returns the form of a text that is compared: lower case, no accents, no apostrophes, one blank between words. It has no
 * wildcards of LIKE.
 */
export function folded(text: string): string {
  return text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(letters, (letter) => plainLetters.get(letter) ?? letter)
    .replace(separators, ' ')
    .trim();
}
