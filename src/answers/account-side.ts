import type { AccountSide } from './records.ts';

/** A side that agrees: the account has this value, as far as known. */
export function agreeing(base: string): AccountSide {
  return { base, sent: [], isUnsure: false };
}

/** Whether the account may lack this value. */
export function isPending(value: string, side: AccountSide): boolean {
  return value !== side.base || side.isUnsure;
}

/** The other device's value, if the applicant must choose between it and this one. */
export function conflictIn(value: string, side: AccountSide): string | undefined {
  return side.theirs === value ? undefined : side.theirs;
}

/** Why the server refused this exact value; `undefined` if it did not. */
export function refusalIn(value: string, side: AccountSide): string | undefined {
  return side.refused?.value === value ? side.refused.message : undefined;
}

/** Whether the value is to be sent: the account may lack it, and neither a conflict nor a refusal holds it back. */
export function isSendable(value: string, side: AccountSide): boolean {
  return (
    isPending(value, side) && conflictIn(value, side) === undefined && refusalIn(value, side) === undefined
  );
}

/** Clears the refusal, so that the value is sent again. */
export function forgiven({ refused: _, ...side }: AccountSide): AccountSide {
  return side;
}

/** Clears the conflict after a choice. The chosen value is sent if the account has another. */
export function settled(side: AccountSide): AccountSide {
  const { theirs: _, ...rest } = side;
  return rest;
}
