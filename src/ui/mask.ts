/** What a masked field knows of its kind. */
export interface MaskKind {
  /** In imask's notation: 0 is a digit. */
  readonly pattern: string;
  readonly digits: number;
  /** As much as is there, in the pattern; what is not a digit is gone. */
  format: (digits: string) => string;
  /** The digits that count of what was typed, pasted or filled in. */
  digitsOf: (raw: string) => string;
  /** Whether it is, or begins, a number that the pattern is not for: it stays as typed. */
  isForeign?: (raw: string) => boolean;
  /** What is said of such a number. */
  readonly foreignNotice?: string;
}

export const phone: MaskKind = {
  pattern: '(000) 000-0000',
  digits: 10,
  format(digits) {
    if (digits === '') return '';
    if (digits.length < 4) return `(${digits}`;
    const rest = digits.slice(3, 6);
    return digits.length < 7
      ? `(${digits.slice(0, 3)}) ${rest}`
      : `(${digits.slice(0, 3)}) ${rest}-${digits.slice(6, 10)}`;
  },
  digitsOf(raw) {
    const digits = onlyDigits(raw);
    // +1 and an eleventh digit are the country code of the United States and Canada.
    const hasCountryCode = /^\s*\+\s*1/u.test(raw) || (digits.length === 11 && digits.startsWith('1'));
    return hasCountryCode ? digits.slice(1) : digits;
  },
  // "+" or "00" before any other digit, but not +1. What a phone copies may begin with marks of direction.
  isForeign: (raw) => /^[^\d+]*(?:\+(?!\D*1)|00)/u.test(raw.normalize('NFKC')),
  foreignNotice: 'Please add a phone number outside the United States and Canada below, not here.',
};

export const ssn: MaskKind = {
  pattern: '000-00-0000',
  digits: 9,
  format: (digits) => [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 9)].filter(Boolean).join('-'),
  digitsOf: onlyDigits,
};

/** The digits of a text; full-width ones count too. */
function onlyDigits(raw: string): string {
  return raw.normalize('NFKC').replaceAll(/[^0-9]/gu, '');
}

/** A text in its mask: what the input shows then, where the caret stands, how many digits found no room. */
export interface MaskedText {
  readonly text: string;
  readonly caret: number;
  readonly digitsCut: number;
}

/**
 * Puts a whole text into its mask: a paste, what a browser filled in, a draft that was typed without one.
 * The caret keeps the digits that stood after it. What no mask is for stays as it is: whoever typed it must see it.
 */
export function maskText(kind: MaskKind, raw: string, caret: number): MaskedText {
  const { digits: max, digitsOf, format } = kind;
  if (staysAsTyped(kind, raw)) {
    // The bracket came with the first 0, when it could still be an area code.
    const text = raw.replace(/^\((?=00[^)]*$)/u, '');
    return { text, caret: Math.max(0, caret - (raw.length - text.length)), digitsCut: 0 };
  }
  const digits = digitsOf(raw);
  const text = format(digits.slice(0, max));
  const kept = Math.max(0, digits.length - max);
  let after = Math.max(0, onlyDigits(raw.slice(caret)).length - kept);
  let position = text.length;
  while (after > 0 && position > 0) {
    position -= 1;
    if (/[0-9]/u.test(text.charAt(position))) after -= 1;
  }
  return { text, caret: position, digitsCut: kept };
}

/** Whether somebody wrote something else than a number, or one that the pattern is not for. */
export function staysAsTyped(kind: MaskKind, text: string): boolean {
  return /\p{L}/u.test(text) || kind.isForeign?.(text) === true;
}

/** What is said when the mask is not for a number, or more digits came in at once than it holds. */
export function maskNotice(
  { digits: max, isForeign, foreignNotice = '' }: MaskKind,
  text: string,
  digitsCut: number,
): string {
  // A "+" alone may yet become +1.
  if (/\d/u.test(text) && isForeign?.(text) === true) return foreignNotice;
  if (digitsCut === 0) return '';
  const over = digitsCut === 1 ? '1 digit' : `${digitsCut} digits`;
  return `Your number was ${over} longer than the ${max} that fit; please check it.`;
}
