// By their own paths: the package's front door loads all of it, 200 MB of memory in the server.
import { isExists } from 'date-fns/isExists';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { subYears } from 'date-fns/subYears';

/** Whether a `YYYY-MM-DD` names a day that the calendar has. */
export function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return match !== null && isExists(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/**
 * The same day a number of years before. 29 February goes to 28 February where that year has none, so that
 * somebody born on a leap day turns 13 on 1 March of a common year.
 */
export function yearsBefore(date: string, numYears: number): string {
  return lightFormat(subYears(parseISO(date), numYears), 'yyyy-MM-dd');
}
