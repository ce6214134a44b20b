// One answer on this device and in the account: what differs, what is sent, and what follows from a reading.
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AccountCopy } from './model.ts';

const SENT_MAX = 8;

/** A copy that agrees: the account has this value, as far as known. */
export function agreeing(base: string, of: string | undefined): AccountCopy {
  return { base, sent: [], ...(of !== undefined && { of }) };
}

/** Whether the account may lack this value. */
export function isPending(value: string, copy: AccountCopy): boolean {
  return value !== copy.base || copy.sent.length > 0;
}

/** The other device's value, if the applicant must choose between it and this one. */
export function conflictIn(value: string, { theirs }: AccountCopy): string | undefined {
  return theirs === value ? undefined : theirs;
}

/** Why the server refused this exact value; `undefined` if it did not. */
export function refusalIn(value: string, { refused }: AccountCopy): string | undefined {
  return refused?.value === value ? refused.message : undefined;
}

/** Whether the value is to be sent: the account may lack it, and neither a conflict nor a refusal keeps it here. */
export function isSendable(value: string, copy: AccountCopy): boolean {
  return (
    isPending(value, copy) && conflictIn(value, copy) === undefined && refusalIn(value, copy) === undefined
  );
}

/**
 * Before sending: from now on the account may have the value, whatever the response. A refusal does not prove the
 * opposite: a browser, or a proxy, that lost the response repeats the request by itself, and passes on the second one.
 */
export function attempted(copy: AccountCopy, value: string): AccountCopy {
  return { ...copy, sent: [...without(copy.sent, value), value].slice(-SENT_MAX) };
}

/** After success: the account has this value at this revision, and an earlier request can no longer change it. */
export function acknowledged({ theirs }: AccountCopy, value: string, of: string | undefined): AccountCopy {
  return { ...agreeing(value, of), ...(theirs !== undefined && { theirs }) };
}

/**
 * Merges one answer with the account's value. Unchanged here: the account's value wins. Changed here only: this
 * device's value stays and is sent. Changed on both: the applicant is asked, and sees this device's value until then.
 * A value that this device sent itself is not another device's change.
 *
 * @param copy `undefined` when nothing is known of the account's copy
 * @param theirs the account's value now
 * @param of the account's revision now. If it is not the copy's, no request sent over that one can arrive any more
 */
export function merged(
  value: string,
  copy: AccountCopy | undefined,
  theirs: string,
  of: string | undefined,
): { readonly value: string; readonly copy: AccountCopy } {
  if (copy === undefined) {
    if (value === theirs || value === EMPTY_ANSWER) return { value: theirs, copy: agreeing(theirs, of) };
    return { value, copy: { ...agreeing(theirs, of), ...(theirs !== EMPTY_ANSWER && { theirs }) } };
  }
  const sent = of === undefined || of !== copy.of ? [] : copy.sent;
  if (theirs === value) return { value, copy: { ...agreeing(theirs, of), sent: without(sent, value) } };
  if (!isPending(value, copy)) return { value: theirs, copy: agreeing(theirs, of) };
  const isOurs = theirs === copy.base || copy.sent.includes(theirs);
  const { of: _, ...rest } = copy;
  const next = { ...rest, ...agreeing(theirs, of), sent };
  return { value, copy: isOurs ? next : { ...next, theirs } };
}

function without(values: readonly string[], value: string): readonly string[] {
  return values.filter((other) => other !== value);
}
