/** What a masked field knows of its kind. */
export interface MaskKind {
  /** In imask's notation: 0 is a digit. */
  readonly pattern: string;
  readonly digits: number;
  /** As much as is there, in the pattern; what is not a digit is gone. */
  format: (digits: string) => string;
  /** The digits that count of what was typed, pasted or filled in. */
  digitsOf: (raw: string) => string;
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
 * The caret keeps the digits that stood after it. A text with letters stays as it is: whoever typed it must see it.
 */
export function maskText(
  { digits: max, digitsOf, format }: MaskKind,
  raw: string,
  caret: number,
): MaskedText {
  if (hasWords(raw)) return { text: raw, caret, digitsCut: 0 };
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

/** Whether somebody wrote something else than a number. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** What is said when more digits came in at once than the mask holds. */
export function digitsCutNotice(digitsCut: number, max: number): string {
  if (digitsCut === 0) return '';
  const over = digitsCut === 1 ? '1 digit' : `${digitsCut} digits`;
  return `Your number was ${over} longer than the ${max} that fit; please check it.`;
}
