/** The properties of one kind of masked number. */
export interface MaskKind {
  /** In imask's notation: 0 is a digit. */
  readonly pattern: string;
  readonly digits: number;
  /** The digits in the pattern, as far as there are any. */
  format: (digits: string) => string;
  /** The digits that count in a typed, pasted or autofilled text. */
  digitsOf: (raw: string) => string;
  /** Whether the text is, or begins, a number that the pattern does not fit. Such a number stays as typed. */
  isForeign?: (raw: string) => boolean;
  /** The notice shown for such a number. */
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
    // "+1", or a 1 before ten digits, is the country code of the United States and Canada.
    const hasCountryCode = /^\s*\+\s*1/u.test(raw) || (digits.length === 11 && digits.startsWith('1'));
    return hasCountryCode ? digits.slice(1) : digits;
  },
  // The text begins with "00", or with "+" but not "+1". Text copied on a phone may begin with direction marks.
  isForeign: (raw) => /^[^\d+]*(?:\+(?!\D*1)|00)/u.test(raw.normalize('NFKC')),
  foreignNotice: 'Please add a phone number outside the United States and Canada below, not here.',
};

export const ssn: MaskKind = {
  pattern: '000-00-0000',
  digits: 9,
  format: (digits) => [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 9)].filter(Boolean).join('-'),
  digitsOf: onlyDigits,
};

/** The digits of a text; full-width digits count too. */
function onlyDigits(raw: string): string {
  return raw.normalize('NFKC').replaceAll(/[^0-9]/gu, '');
}

/** A text in its mask: what the input shows, the caret's position, and how many digits did not fit. */
interface MaskedText {
  readonly text: string;
  readonly caret: number;
  readonly digitsCut: number;
}

/**
 * Masks a whole text: a paste, autofill, or a draft that was typed without a mask. The caret stays before the same
 * digits. A text that the mask does not fit stays as it is, so that the applicant sees it.
 */
export function maskText(kind: MaskKind, raw: string, caret: number): MaskedText {
  const { digits: max, digitsOf, format } = kind;
  if (staysAsTyped(kind, raw)) {
    // The mask added the bracket after the first 0, when the text could still be an area code.
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

/** Whether the text holds letters, or is a number that the pattern does not fit. */
export function staysAsTyped(kind: MaskKind, text: string): boolean {
  return /\p{L}/u.test(text) || kind.isForeign?.(text) === true;
}

/** The notice for a number that the mask does not fit, or for digits that did not fit; '' if all is well. */
export function maskNotice(
  { digits: max, isForeign, foreignNotice = '' }: MaskKind,
  text: string,
  digitsCut: number,
): string {
  // A "+" alone may still become "+1".
  if (/\d/u.test(text) && isForeign?.(text) === true) return foreignNotice;
  if (digitsCut === 0) return '';
  const over = digitsCut === 1 ? '1 digit' : `${digitsCut} digits`;
  return `Your number was ${over} longer than the ${max} that fit; please check it.`;
}
