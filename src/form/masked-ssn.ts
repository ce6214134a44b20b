import { isBlank } from './condition.ts';

const COMPLETE = /^[\d*]{3}-?[\d*]{2}-?([\d*]{4})$/;

/**
 * A social-security number for eyes that need not know it: `***-**-6789`. Of one that is not complete nothing is left,
 * since its last digits are others; a masked one stays as it is, and a blank one blank.
 */
export function maskedSsn(value: string): string {
  if (isBlank(value)) return value;
  const [, lastFour = '****'] = COMPLETE.exec(value) ?? [];
  return `***-**-${lastFour}`;
}
