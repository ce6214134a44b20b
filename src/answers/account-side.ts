import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AccountSide, Refusal } from './records.ts';

const SENT_MAX = 8;
/** A request that was given up may still arrive for so long. */
const STRAY_MS = 120_000;

/** The account has this value, as far as known. */
export function agreeing(base: string): AccountSide {
  return { base, sent: [], isUnsure: false };
}

/** Whether the account may not have this value yet. */
export function isPending(value: string, side: AccountSide): boolean {
  return value !== side.base || side.isUnsure;
}

/** What another device has put there, where the applicant has yet to choose. */
export function conflictIn(value: string, side: AccountSide): string | undefined {
  return side.theirs === value ? undefined : side.theirs;
}

/** Why the server refused this very value. */
export function refusalIn(value: string, side: AccountSide): string | undefined {
  return side.refused?.value === value ? side.refused.message : undefined;
}

export function isSendable(value: string, side: AccountSide): boolean {
  return (
    isPending(value, side) && conflictIn(value, side) === undefined && refusalIn(value, side) === undefined
  );
}

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

/** As if nothing had been refused. */
export function forgiven({ refused: _, ...side }: AccountSide): AccountSide {
  return side;
}

/** The applicant has chosen between the two; what is kept here from now on is sent where the account differs. */
export function settled(side: AccountSide): AccountSide {
  const { theirs: _, ...rest } = side;
  return rest;
}

export interface Merged {
  readonly value: string;
  readonly side: AccountSide;
}

/**
 * Brings an answer on this device together with what the account has now. Untouched here, it takes the account's
 * value; changed here on what the account still has, it stays and is sent; changed on both, the applicant is
 * asked, and sees this device's value meanwhile. What this device itself has sent is no change by another.
 *
 * @param side `undefined` when nothing is known of the account's copy
 * @param theirs what the account has now
 * @param now milliseconds since 1970, to tell a stray request of this device from another's change
 */
export function merged(value: string, side: AccountSide | undefined, theirs: string, now: number): Merged {
  if (side === undefined) {
    if (value === theirs || value === EMPTY_ANSWER) return { value: theirs, side: agreeing(theirs) };
    const known = { ...agreeing(theirs), ...(theirs !== EMPTY_ANSWER && { theirs }) };
    return { value, side: known };
  }
  const strays = side.sentAt !== undefined && Math.abs(now - side.sentAt) < STRAY_MS ? side.sent : [];
  const isOurs = theirs === side.base || side.sent.includes(theirs);
  if (theirs === value)
    return { value, side: { ...agreeing(theirs), ...kept(side, without(strays, theirs)) } };
  if (!isPending(value, side)) {
    if (!strays.includes(theirs)) return { value: theirs, side: agreeing(theirs) };
    return { value, side: { ...side, base: theirs } };
  }
  const next = { ...side, base: theirs, isUnsure: false, sent: strays };
  return { value, side: isOurs ? next : { ...next, theirs } };
}

function kept({ sentAt }: AccountSide, sent: string[]): Partial<AccountSide> {
  return sent.length > 0 && sentAt !== undefined ? { sent, sentAt } : {};
}

function without(values: readonly string[], value: string): string[] {
  return values.filter((other) => other !== value);
}
