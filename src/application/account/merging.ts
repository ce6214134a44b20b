// Merges the account's answers with those of this device.
import { hangsOn } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { isDescKey, isUnfinishedKey } from '#form/keys.ts';
import { applyChanges } from '#form/apply-changes.ts';
import type { Reading, Run } from '../events.ts';
import type { AccountCopy } from '../model.ts';
import { agreeing, ANONYMOUS, draftOf, put } from '../records.ts';
import { answerIn, answersIn, copyOf, isPending, pendingKeys } from '../select.ts';
import { conflictsIn } from './copies.ts';

/**
 * Merges the account's answers as they were read, key by key, and clears answers that the result makes impossible. A
 * copy that changed here after the reading began is newer, and stays.
 */
export function mergeReading(run: Run, { answers: theirs, version, since }: Reading): void {
  const { state } = run;
  const draft = draftOf(state);
  for (const key of new Set([...Object.keys(theirs), ...draft.answers.keys()])) {
    if (isUnfinishedKey(key) || isDescKey(key)) continue;
    const copy = copyOf(state, key);
    if (copy !== undefined && (draft.account.get(key)?.stamp ?? '') > since) continue;
    const value = answerIn(state, key);
    const next = merged(value, copy, theirs[key] ?? EMPTY_ANSWER, version);
    if (JSON.stringify(next.copy) !== JSON.stringify(copy)) put(run, 'account', key, next.copy);
    // Letters typed at the same time in a tab that messages do not reach win over the account.
    if (next.value !== value) put(run, 'answers', key, next.value, 'yields');
  }
  clearImpossible(run);
}

/**
 * Merges one answer with the account's value. Unchanged here: the account's value wins. Changed here only: this
 * device's value stays and is sent. Changed on both: the applicant is asked, and sees this device's value until then. A
 * value that this device sent itself is not another device's change.
 *
 * @param copy `undefined` when nothing is known of the account's copy
 * @param theirs the account's value now
 * @param of the account's version now. If it is not the copy's, no request that names that one can succeed any more
 */
export function merged(
  value: string,
  copy: AccountCopy | undefined,
  theirs: string,
  of: string | undefined,
): { readonly value: string; readonly copy: AccountCopy } {
  if (copy === undefined) {
    if (value === theirs || value === EMPTY_ANSWER)
      return { value: theirs, copy: takenCopy(value, theirs, of) };
    return { value, copy: { ...agreeing(theirs, of), ...(theirs !== EMPTY_ANSWER && { theirs }) } };
  }
  const sent = of === undefined || of !== copy.of ? [] : copy.sent;
  if (theirs === value) {
    const { isTaken } = copy;
    const rest = sent.filter((other) => other !== value);
    return { value, copy: { ...agreeing(theirs, of), sent: rest, ...(isTaken && { isTaken }) } };
  }
  if (!isPending(value, copy)) return { value: theirs, copy: takenCopy(value, theirs, of) };
  const isOurs = theirs === copy.base || copy.sent.includes(theirs);
  const { of: _, isTaken: __, ...rest } = copy;
  const next = { ...rest, ...agreeing(theirs, of), sent };
  return { value, copy: isOurs ? next : { ...next, theirs } };
}

function takenCopy(value: string, theirs: string, of: string | undefined): AccountCopy {
  return { ...agreeing(theirs, of), ...(value !== theirs && { isTaken: true }) };
}

/**
 * Clears answers that this device's changes or the account's answers make impossible: hidden ones, and options no
 * longer offered. What depends on an open conflict stays until the applicant has chosen.
 *
 * @see specification §4, Conditional content
 */
function clearImpossible(run: Run): void {
  const { state, now } = run;
  const conflicts = new Set(conflictsIn(state).map(({ key }) => key));
  const isOpen = (key: string) => {
    const question = questionFor(key);
    return conflicts.has(key) || (question && [...hangsOn(question)].some((one) => conflicts.has(one)));
  };
  const ours = pendingKeys(state).filter((key) => !isOpen(key));
  const changes = Object.fromEntries(ours.map((key) => [key, answerIn(state, key)]));
  for (const [key, value] of Object.entries(applyChanges(answersIn(state), changes, now.today)))
    if (!isOpen(key)) {
      put(run, 'answers', key, value, 'yields');
      // This change is based on the value that was taken.
      const copy = draftOf(state).account.get(key)?.value;
      if (copy?.isTaken === true) put(run, 'account', key, { ...copy, isTaken: undefined });
    }
}

/**
 * Takes an anonymous draft into the account. A blank in the account is filled from the draft; a blank in the draft
 * changes nothing; the applicant is asked about each answer that differs.
 */
export function adopt(run: Run, anonymous: ReadonlyMap<string, string>): void {
  const { state } = run;
  for (const [key, value] of anonymous) {
    const theirs = answerIn(state, key);
    if (value === theirs) continue;
    // The text of a date's boxes is never sent, and never asked about.
    if (!isUnfinishedKey(key)) {
      const copy = copyOf(state, key) ?? agreeing(EMPTY_ANSWER, state.line.version);
      put(run, 'account', key, theirs === EMPTY_ANSWER ? copy : { ...copy, theirs });
    }
    put(run, 'answers', key, value);
  }
  for (const key of [...(state.drafts.get(ANONYMOUS)?.answers.keys() ?? [])])
    put(run, 'answers', key, undefined, 'wins', ANONYMOUS);
}
