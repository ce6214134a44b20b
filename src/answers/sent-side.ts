// What becomes of the account's side of an answer as it is sent.
import type { AccountSide, Refusal } from './records.ts';

const SENT_MAX = 8;

/** The value is about to be sent; from here on the account may have it, whatever comes back. */
export function attempted(side: AccountSide, value: string, now: number): AccountSide {
  return {
    ...side,
    sent: [...without(side.sent, value), value].slice(-SENT_MAX),
    sentAt: now,
    isUnsure: true,
  };
}

/** The server has said that it has this value. */
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

/** The server has said that it has not taken this value; the applicant is to change it where there is a message. */
export function declined(side: AccountSide, value: string, refused?: Omit<Refusal, 'value'>): AccountSide {
  const sent = without(side.sent, value);
  const isUnsure = side.isUnsure && sent.length > 0;
  return { ...side, sent, isUnsure, ...(refused !== undefined && { refused: { value, ...refused } }) };
}

/** Values without this one. */
export function without(values: readonly string[], value: string): string[] {
  return values.filter((other) => other !== value);
}
