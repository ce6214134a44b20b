// The single files, as in `form/years-before.ts`.
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';

/** Whether a `YYYY-MM-DD` text names a date that exists, in every time zone: some have skipped a day. */
export function isCalendarDate(value: string): boolean {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value) && isValid(parseISO(value));
}
