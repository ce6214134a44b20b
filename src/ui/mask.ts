import { digitsOf, plainDigits } from '#plain-text.ts';

/** The properties of one kind of masked number. */
export interface MaskKind {
  /** In imask's notation: 0 is a digit. */
  readonly pattern: string;
  readonly digits: number;
  /** The digits in the pattern, even if there are few. */
  format: (digits: string) => string;
  /** The digits that count in a typed, pasted or autofilled text. */
  digitsOf: (raw: string) => string;
  /** Whether the text is, or begins, a number that the pattern does not fit. Such a number stays as typed. */
  isForeign?: (raw: string) => boolean;
  /** The notice shown for such a number. */
  readonly foreignNotice?: string;
}

const phone: MaskKind = {
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
    const digits = digitsOf(raw);
    // "+1", or a 1 before ten digits, is the code that the United States share with Canada and others.
    const hasCountryCode = hasPlusOne(raw) || (digits.length === phone.digits + 1 && digits.startsWith('1'));
    return hasCountryCode ? digits.slice(1) : digits;
  },
  // The text begins with a 0, or with "+" but not "+1". Text copied on a phone may begin with direction marks.
  isForeign: (raw) => /^[^\d+]*(?:\+(?!\D*1)|0)/u.test(plainDigits(raw.normalize('NFKC'))),
  foreignNotice: 'Please add a phone number outside the United States and Canada below, not here.',
};

/**
 * A phone number in a country without +1 numbers: a text with more digits than the mask is a number of that country.
 */
const phoneAbroad: MaskKind = {
  ...phone,
  isForeign: (raw) =>
    phone.isForeign?.(raw) === true || (!hasPlusOne(raw) && digitsOf(raw).length > phone.digits),
};

function hasPlusOne(raw: string): boolean {
  return /^[^\d+]*\+\D*1/u.test(plainDigits(raw.normalize('NFKC')));
}

const ssn: MaskKind = {
  pattern: '000-00-0000',
  digits: 9,
  format: (digits) => [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 9)].filter(Boolean).join('-'),
  digitsOf,
};

export const maskKinds = { phone, phoneAbroad, ssn } as const;

/** A text in its mask. */
export interface MaskedText {
  /** What the input shows. */
  readonly text: string;
  readonly caret: number;
  /** How many digits did not fit. */
  readonly digitsCut: number;
  /** Whether a 1 was read as the country code and is not in the text. */
  readonly isOneLeftOut: boolean;
}

/**
 * Masks a whole text: a paste, autofill, or a draft that was typed without a mask. The caret stays before the same
 * digits. A text that does not fit the mask stays as it is, so that the applicant sees it.
 */
export function maskText(kind: MaskKind, raw: string, caret: number): MaskedText {
  const { digits: max, format } = kind;
  if (staysAsTyped(kind, raw)) return { text: raw, caret, digitsCut: 0, isOneLeftOut: false };
  const digits = kind.digitsOf(raw);
  const text = format(digits.slice(0, max));
  const digitsCut = Math.max(0, digits.length - max);
  let after = Math.max(0, digitsOf(raw.slice(caret)).length - digitsCut);
  let position = text.length;
  while (after > 0 && position > 0) {
    position -= 1;
    if (/[0-9]/u.test(text.charAt(position))) after -= 1;
  }
  return { text, caret: position, digitsCut, isOneLeftOut: digits.length < digitsOf(raw).length };
}

/** Whether the text has letters, or is a number that does not fit the pattern. */
export function staysAsTyped(kind: MaskKind, text: string): boolean {
  return /\p{L}/u.test(text) || kind.isForeign?.(text) === true;
}

/** Whether the text is in the mask, complete or not. Words and foreign numbers never are. */
export function isMasked(kind: MaskKind, text: string): boolean {
  return !staysAsTyped(kind, text) && maskText(kind, text, 0).text === text;
}

/** Whether all digits count and fit: no country code, nothing to cut, and no digits of other scripts. */
export function hasRoom(kind: MaskKind, text: string): boolean {
  if (kind.isForeign?.(text) === true || text !== plainDigits(text)) return false;
  const digits = digitsOf(text).length;
  return digits <= kind.digits && digits === kind.digitsOf(text).length;
}

/** The digits alone if they were typed between the mask's own signs; else the text as it is. */
export function withoutMask(kind: MaskKind, text: string, before: string): string {
  const signs = (of: string) => of.replace(/\p{Nd}/gu, '');
  return isMasked(kind, before) && signs(text) === signs(before) ? digitsOf(text) : text;
}

/** The notice for a number that does not fit the mask, or that is incomplete; '' if there is nothing to say. */
export function maskNotice(kind: MaskKind, { text, digitsCut, isOneLeftOut }: MaskedText): string {
  // A single "+" may still become "+1".
  if (digitsOf(text) !== '' && kind.isForeign?.(text) === true) return kind.foreignNotice ?? '';
  const over = digitsCut === 1 ? '1 digit' : `${digitsCut} digits`;
  return [
    isOneLeftOut && text !== '' && 'The 1 at the beginning was read as +1, the country code, and left out.',
    digitsCut > 0 && `Your number was ${over} longer than the ${kind.digits} that fit; please check it.`,
  ]
    .filter(Boolean)
    .join(' ');
}
