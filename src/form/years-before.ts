// Import the single files: the package's index loads all of it, 200 MB of memory in the server.
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { subYears } from 'date-fns/subYears';

/**
 * The same day, `numYears` earlier. February 29 becomes February 28 in a common year. So somebody born on a leap day
 * turns 13 on March 1 of a common year.
 */
export function yearsBefore(date: string, numYears: number): string {
  return lightFormat(subYears(parseISO(date), numYears), 'yyyy-MM-dd');
}
