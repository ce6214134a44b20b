/** No vowels, so that no number is a word, and no two letters or digits that look alike. */
const SIGNS = '23456789CDFHJKMNPQRTVWX';
/** A prime, so that the check notices every wrong sign, and every two that are swapped. */
const BASE = SIGNS.length;
const DIGITS = 5;
const COUNT = BASE ** DIGITS;
/**
 * Earlier serials were consecutive: this made them look different, and people have these numbers. `INVERSE` undoes
 * `FACTOR`, modulo `COUNT`.
 */
const FACTOR = 2_654_435;
const INVERSE = 3_566_670n;
const SHAPE = new RegExp(`^([${SIGNS}]{4})-?([${SIGNS}]{2})$`);

/** Returns the number of an application for people, such as `7K4Q-2M`: five signs, and one that checks them. */
export function applicationNumber(serial: number): string {
  const scrambled = (serial * FACTOR) % COUNT;
  const digits = Array.from({ length: DIGITS }, (_, n) => Math.floor(scrambled / BASE ** n) % BASE);
  const signs = [...digits, checkOf(digits)].map((digit) => SIGNS[digit]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** Reads a number as people write it. Returns `undefined` if it is not valid: a sign may be wrong. */
export function serialOf(text: string): number | undefined {
  const [, front, back] = SHAPE.exec(text.trim().toUpperCase()) ?? [];
  if (front === undefined || back === undefined) return undefined;
  const digits = Array.from(front + back, (sign) => SIGNS.indexOf(sign));
  const check = digits.pop();
  if (check !== checkOf(digits)) return undefined;
  const scrambled = digits.reduceRight((sum, digit) => sum * BASE + digit, 0);
  return Number((BigInt(scrambled) * INVERSE) % BigInt(COUNT));
}

/** Finds the numbers in a text as people write and say it: with any signs between theirs, and any words around them. */
export function serialsIn(text: string): readonly number[] {
  const chunks = text.split(/[^\p{L}\p{N}]+/u).flatMap((chunk) => chunk.normalize('NFKC') || []);
  return chunks.flatMap((_, first) => {
    let written = '';
    for (const chunk of chunks.slice(first)) {
      written += chunk;
      if (written.length > DIGITS) break;
    }
    return serialOf(written) ?? [];
  });
}

/** Returns whether a text has the form of a number, although it may not be valid. */
export function looksLikeNumber(text: string): boolean {
  return /^(?=.*\d)[\da-z]{4}-[\da-z]{2}$/i.test(text);
}

function checkOf(digits: readonly number[]): number {
  return digits.reduce((sum, digit, index) => sum + (index + 1) * digit, 0) % BASE;
}
