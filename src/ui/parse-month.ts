import { type DateParts, monthNumber, NO_DATE, plain } from './parse-date.ts';

/** The two lists of a month; '' for nothing chosen. */
export type MonthParts = Pick<DateParts, 'month' | 'year'>;

/** `MM/YYYY`, or '' while one of the lists has no choice. */
export function toMonthText({ month, year }: MonthParts): string {
  return month === '' || year === '' ? '' : `${month.padStart(2, '0')}/${year}`;
}

/**
 * The choices for a stored, pasted or filled-in text: 09/2019, 9-2019, 2019-09, Sept. 2019. Undefined for any other
 * text.
 */
export function parseMonth(text: string): MonthParts | undefined {
  if (plain(text) === '') return NO_DATE;
  const words = plain(text)
    .split(/[\s,./-]+/u)
    .filter(Boolean);
  const [year = '', ...otherYears] = words.filter((word) => /^\d{4}$/u.test(word));
  const month = monthNumber(words.find((word) => word !== year) ?? '');
  if (words.length !== 2 || year === '' || otherYears.length > 0 || month === undefined) return undefined;
  return { month: String(month), year };
}
