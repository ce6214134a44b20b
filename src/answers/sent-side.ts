// Changes to the account's side of an answer while it is sent.
import type { AccountSide, Refusal } from './records.ts';

const SENT_MAX = 8;

/** Before sending: from now on the account may have the value, whatever the response. */
export function attempted(side: AccountSide, value: string, now: number): AccountSide {
  return {
    ...side,
    sent: [...without(side.sent, value), value].slice(-SENT_MAX),
    sentAt: now,
    isUnsure: true,
  };
}

/** After success: the account has this value. */
export function acknowledged({ theirs, ...side }: AccountSide, value: string): AccountSide {
  const { refused: _, ...rest } = side;
  return {
    ...rest,
    base: value,
    sent: without(side.sent, value),
    isUnsure: false,
    ...(theirs !== undefined && { theirs }),
  };
}

/**
 * After a refusal: the account did not take this value.
 *
 * @param refused the reason, if the applicant must change the value
 */
export function declined(side: AccountSide, value: string, refused?: Omit<Refusal, 'value'>): AccountSide {
  const sent = without(side.sent, value);
  const isUnsure = side.isUnsure && sent.length > 0;
  return { ...side, sent, isUnsure, ...(refused !== undefined && { refused: { value, ...refused } }) };
}

export function without(values: readonly string[], value: string): string[] {
  return values.filter((other) => other !== value);
}
