import { isBlank } from './condition.ts';

const COMPLETE = /^[\d*]{3}-?[\d*]{2}-?([\d*]{4})$/;

/**
 * A social-security number for readers who need not know it: `***-**-6789`. An incomplete one is masked entirely,
 * since its last digits are not the real last four. A masked one and a blank one stay as they are.
 */
export function maskedSsn(value: string): string {
  if (isBlank(value)) return value;
  const [, lastFour = '****'] = COMPLETE.exec(value) ?? [];
  return `***-**-${lastFour}`;
}
