import { isBlank } from './condition.ts';
import { isSsnKey } from './stored-keys.ts';

const COMPLETE = /^[\d*]{3}-?[\d*]{2}-?([\d*]{4})$/;

/**
 * A Social Security number for readers who do not need it: `***-**-6789`. An incomplete one is masked entirely, because
 * its last digits are not the real last four. A masked one and a blank one stay as they are.
 */
export function maskedSsn(value: string): string {
  if (isBlank(value)) return value;
  const [, lastFour = '****'] = COMPLETE.exec(value) ?? [];
  return `***-**-${lastFour}`;
}

/** Stored answers for readers who do not need the Social Security numbers among them. */
export function withMaskedSsns(answers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [key, isSsnKey(key) ? maskedSsn(value) : value]),
  );
}
