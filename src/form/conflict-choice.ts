import { hangsOn } from './change.ts';
import type { Answers } from './condition.ts';
import { questionFor, questions } from './form.ts';
import { isPossible } from './offered.ts';

/** An answer that differs between this device and the account. The applicant chooses one of them. */
export interface Conflict {
  readonly key: string;
  /** This device's answer. */
  readonly mine: string;
  /** The account's answer, changed by another device. */
  readonly theirs: string;
}

/** Which of two answers is kept: this device's or the account's. */
export type Choice = 'mine' | 'theirs';

/** Sorts conflicts in the form's order, so that an answer precedes those that depend on it. */
export function inOrder(conflicts: readonly Conflict[]): readonly Conflict[] {
  const byKey = new Map(conflicts.map((conflict) => [conflict.key, conflict]));
  return questions.flatMap(({ key }) => byKey.get(key) ?? []);
}

/**
 * All conflicts that one choice decides: the chosen one, and each that has only one possible answer after it. If both
 * stay possible, the applicant is asked. A conflict that also depends on another open one is decided after that one.
 *
 * @param answers those of this device
 * @param today returns `YYYY-MM-DD`
 */
export function decidedBy(
  { key, keeps }: { readonly key: string; readonly keeps: Choice },
  conflicts: readonly Conflict[],
  answers: Answers,
  today: () => string,
): ReadonlyMap<string, Choice> {
  const decided = new Map<string, Choice>([[key, keeps]]);
  const open = new Set(conflicts.map((conflict) => conflict.key));
  let next = answers;
  const decide = ({ key: one, mine, theirs }: Conflict, choice: Choice) => {
    decided.set(one, choice);
    open.delete(one);
    next = { ...next, [one]: choice === 'mine' ? mine : theirs };
  };
  for (const conflict of inOrder(conflicts)) {
    const question = questionFor(conflict.key);
    if (conflict.key === key) decide(conflict, keeps);
    else if (question !== undefined) {
      const controlling = [...hangsOn(question)];
      if (!controlling.some((one) => decided.has(one)) || controlling.some((one) => open.has(one))) continue;
      const goes = (value: string) => isPossible(question, { ...next, [conflict.key]: value }, today);
      if (!goes(conflict.mine) || !goes(conflict.theirs))
        decide(conflict, goes(conflict.theirs) ? 'theirs' : 'mine');
    }
  }
  return decided;
}

/**
 * All decisions when the applicant keeps the answers of one device everywhere. If one of them is impossible, the other
 * one is kept.
 *
 * @param answers those of this device
 * @param today returns `YYYY-MM-DD`
 */
export function allDecidedBy(
  keeps: Choice,
  conflicts: readonly Conflict[],
  answers: Answers,
  today: () => string,
): ReadonlyMap<string, Choice> {
  const decided = new Map<string, Choice>();
  let next = answers;
  for (const { key } of inOrder(conflicts)) {
    if (decided.has(key)) continue;
    const open = conflicts.filter((conflict) => !decided.has(conflict.key));
    const some = decidedBy({ key, keeps }, open, next, today);
    for (const [one, choice] of some) decided.set(one, choice);
    const taken = open.filter((conflict) => some.get(conflict.key) === 'theirs');
    next = { ...next, ...Object.fromEntries(taken.map(({ key: one, theirs }) => [one, theirs])) };
  }
  return decided;
}
