import type { AccountSide } from './records.ts';

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

/** As if nothing had been refused. */
export function forgiven({ refused: _, ...side }: AccountSide): AccountSide {
  return side;
}

/** The applicant has chosen between the two; what is kept here from now on is sent where the account differs. */
export function settled(side: AccountSide): AccountSide {
  const { theirs: _, ...rest } = side;
  return rest;
}
