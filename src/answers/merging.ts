import type { SharedRecords } from '#device/shared-records.ts';
import type { Stamp } from '#device/stamp.ts';
import { hangsOn } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { answerKeyOf, descKey, isUnfinishedKey } from '#form/keys.ts';
import { applyTogether } from '#form/together.ts';
import { agreeing, isPending } from './account-side.ts';
import type { Draft } from './draft.ts';
import { sidePrefix, type AccountSide } from './records.ts';
import { without } from './sent-side.ts';

/** A request whose response was lost may still arrive within this time. */
const STRAY_MS = 120_000;

interface Merging {
  /** A side changed after this stamp is newer than the account's answers and stays. */
  readonly since: Stamp;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns `YYYY-MM-DD`. */
  readonly today: () => string;
}

/** Merges the account's answers into the draft, and clears what the two together leave no room for. */
export function mergeInto(
  draft: Draft,
  records: SharedRecords,
  server: Answers,
  { since, now, today }: Merging,
): void {
  mergeEach(draft, records, server, since, now);
  clearImpossible(draft, today);
}

/** Merges key by key. */
function mergeEach(draft: Draft, records: SharedRecords, server: Answers, since: Stamp, now: number): void {
  const answers = new Map<string, string>();
  const sides = new Map<string, AccountSide>();
  for (const key of new Set([...Object.keys(server), ...Object.keys(draft.answers)])) {
    if (isUnfinishedKey(key)) continue;
    const [value, side] = [draft.answer(key), draft.side(key)];
    const knownAt = records.stampOf(`${sidePrefix(draft.owner)}${key}`);
    if (side !== undefined && knownAt > since) continue;
    const next = merged(value, side, server[key] ?? EMPTY_ANSWER, now);
    if (next.value !== value) answers.set(key, next.value);
    if (JSON.stringify(next.side) !== JSON.stringify(side)) sides.set(key, next.side);
  }
  for (const key of [...answers.keys()]) {
    const label = descKey(key);
    if (draft.side(label) === undefined) continue;
    answers.set(label, server[label] ?? EMPTY_ANSWER);
    sides.set(label, agreeing(server[label] ?? EMPTY_ANSWER));
  }
  draft.put({ sides }, new Map(), !records.isOpen);
  // Yields: letters typed meanwhile in a tab that messages do not reach win over the account.
  draft.put({ answers }, new Map(), true);
}

/**
 * Clears answers that changes of this device leave no room for, or that have none beside the account's:
 * hidden ones, and options no longer offered. What depends on an open conflict stays until the applicant has chosen.
 *
 * @see specification §4, Conditional content
 */
function clearImpossible(draft: Draft, today: () => string): void {
  const { answers, conflicts, pending } = draft;
  const isOpen = (stored: string) => {
    const key = answerKeyOf(stored);
    const question = questionFor(key);
    return conflicts.has(key) || (question && [...hangsOn(question)].some((one) => conflicts.has(one)));
  };
  const ours = [...pending].filter((key) => !isOpen(key)).map((key) => [key, draft.answer(key)]);
  const cleared = Object.entries(applyTogether(answers, Object.fromEntries(ours), today));
  draft.put({ answers: new Map(cleared.filter(([key]) => !isOpen(key))) }, new Map(), true);
}

interface Merged {
  readonly value: string;
  readonly side: AccountSide;
}

/**
 * Merges one answer with the account's value. Unchanged here: the account's value wins. Changed here only: this
 * device's value stays and is sent. Changed on both: the applicant is asked, and sees this device's value meanwhile.
 * A value that this device sent itself is not another device's change.
 *
 * @param side `undefined` when nothing is known of the account's copy
 * @param theirs the account's value now
 * @param now milliseconds since 1970, to tell a late request of this device from another device's change
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
