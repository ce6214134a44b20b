// Import the single files: the package's index loads all of it, 200 MB of memory in the server.
import { isExists } from 'date-fns/isExists';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { subYears } from 'date-fns/subYears';

/** Whether a `YYYY-MM-DD` text names a date that exists. */
export function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return match !== null && isExists(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/**
 * The same day, `numYears` earlier. 29 February becomes 28 February in a common year. So somebody born on a leap day
 * turns 13 on 1 March of a common year.
 */
export function yearsBefore(date: string, numYears: number): string {
  return lightFormat(subYears(parseISO(date), numYears), 'yyyy-MM-dd');
}
