import { isCalendarDate } from '#dates.ts';
import { plainDigits, withoutUnseen } from '#plain-text.ts';

/** The text of the three boxes of a date, as typed. */
export interface DateParts {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

export const NO_DATE: DateParts = { month: '', day: '', year: '' };

/** No two names share their first three letters. */
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/**
 * `YYYY-MM-DD` if the three boxes name a date that exists, else ''. A year must have four digits; none is guessed.
 */
export function toIsoDate({ month, day, year }: DateParts): string {
  const m = monthNumber(month);
  const y = plain(year);
  const d = plain(day);
  if (m === undefined || !/^\d{4}$/u.test(y) || !/^\d{1,2}$/u.test(d)) return '';
  const iso = `${y}-${String(m).padStart(2, '0')}-${d.padStart(2, '0')}`;
  return isCalendarDate(iso) ? iso : '';
}

/** The note on boxes that were left without a valid date; '' for a valid date or three empty boxes. */
export function dateNote(parts: DateParts): string {
  const texts = [parts.month, parts.day, parts.year].map(plain);
  if (texts.join('') === '' || toIsoDate(parts) !== '') return '';
  const isWhole = texts.every(Boolean) && /^\d{4}$/u.test(plain(parts.year));
  return isWhole
    ? 'This date does not exist; please check it.'
    : 'Please fill in month, day and year, with all four digits.';
}

/** The text of the boxes, one line for each; '' for empty boxes. */
export function textOfBoxes({ month, day, year }: DateParts): string {
  return [month, day, year].join('\n').trim() && `${month}\n${day}\n${year}`;
}

export function fromTextOfBoxes(text: string): DateParts {
  const [month = '', day = '', year = ''] = text.split('\n');
  return { month, day, year };
}

/** The boxes for a stored answer; empty for anything but `YYYY-MM-DD`. */
export function fromIsoDate(iso: string): DateParts {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(iso) ?? [];
  if (year === undefined || month === undefined || day === undefined) return NO_DATE;
  return { month: String(Number(month)), day: String(Number(day)), year };
}

/**
 * The boxes for a whole date in one text, as people write, paste and autofill it; undefined if the text is not a date.
 * The month is before the day, as in the United States, unless the first number cannot be a month.
 */
export function parseDate(text: string): DateParts | undefined {
  const clean = plain(text).toLowerCase();
  return parseCompact(clean) ?? parseNumbers(clean) ?? parseWords(clean);
}

/** The month or day in a text that ends with a separator, such as "3/"; undefined for any other text. */
export function endedPart(text: string): string | undefined {
  return /^\s*(\p{L}{3,}|\d{1,2})\s*[-/.,\s]$/u.exec(plainDigits(withoutUnseen(text)))?.[1];
}

/** 1 to 12 for a number or an English name, short or whole; undefined for other texts. */
export function monthNumber(text: string): number | undefined {
  const clean = plain(text).toLowerCase().replace(/\.$/u, '');
  if (/^\d{1,2}$/u.test(clean)) return Number(clean) >= 1 && Number(clean) <= 12 ? Number(clean) : undefined;
  const index = MONTHS.findIndex((name) => name.startsWith(clean));
  return clean.length >= 3 && index >= 0 ? index + 1 : undefined;
}

/** 03051999 and 19990305. */
function parseCompact(text: string): DateParts | undefined {
  if (!/^\d{8}$/u.test(text)) return undefined;
  return (
    real(text.slice(0, 2), text.slice(2, 4), text.slice(4)) ??
    real(text.slice(4, 6), text.slice(6), text.slice(0, 4))
  );
}

/** 3/5/1999, 1999-03-05, 1999-03-05T00:00:00Z, 25.12.1999. */
function parseNumbers(text: string): DateParts | undefined {
  const found =
    /^(\d{1,4})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{1,4})(?:[t\s][\d:.,]+(?:z|[+-]\d{2}:?\d{2})?)?$/u.exec(
      text,
    );
  const [, first = '', second = '', third = ''] = found ?? [];
  if (first.length === 4) return real(second, third, first);
  if (first.length > 2 || third.length !== 4) return undefined;
  return real(first, second, third) ?? real(second, first, third);
}

/** March 5, 1999; 5 March 1999; Fri, Mar. 5th 1999; 5-Mar-1999; 1999 March 5. */
function parseWords(text: string): DateParts | undefined {
  const words = text
    .split(/[\s,./-]+/u)
    .filter((word) => word !== '' && word !== 'of' && !/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/u.test(word));
  if (words.length !== 3) return undefined;
  const month = words.find((word) => /^[a-z]/u.test(word));
  const year = words.find((word) => /^\d{4}$/u.test(word));
  const day = words.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/u.test(word));
  if (month === undefined || year === undefined || day === undefined) return undefined;
  return real(month, day.replace(/\D+$/u, ''), year);
}

function real(month: string, day: string, year: string): DateParts | undefined {
  const iso = toIsoDate({ month, day, year });
  return iso === '' ? undefined : fromIsoDate(iso);
}

/** Normalizes digits, dashes and spaces, and removes invisible characters and outer spaces. */
export function plain(text: string): string {
  const shown = plainDigits(withoutUnseen(text.normalize('NFKC')));
  return shown.replaceAll(/[\u2010-\u2015\u2212]/gu, '-').trim();
}
