import { hangsOn } from '#form/change.ts';
import type { Answers } from '#form/condition.ts';
import { questionFor, questions } from '#form/form.ts';
import { isPossible } from '#form/offered.ts';
import type { Conflict, Side } from './conflict.ts';

/** In the form's order, so that an answer is asked about before what hangs on it. */
export function inOrder(conflicts: readonly Conflict[]): readonly Conflict[] {
  const byKey = new Map(conflicts.map((conflict) => [conflict.key, conflict]));
  return questions.flatMap(({ key }) => byKey.get(key) ?? []);
}

/**
 * What one choice decides: the answer itself, and every conflict of which it leaves one side alone possible. Where
 * both go with it the applicant is asked, and where another undecided answer has a say, after that.
 *
 * @param answers those of this device
 * @param today gives `YYYY-MM-DD`
 */
export function decidedBy(
  { key, keeps }: { readonly key: string; readonly keeps: Side },
  conflicts: readonly Conflict[],
  answers: Answers,
  today: () => string,
): ReadonlyMap<string, Side> {
  const decided = new Map<string, Side>([[key, keeps]]);
  const open = new Set(conflicts.map((conflict) => conflict.key));
  let next = answers;
  const decide = ({ key: one, mine, theirs }: Conflict, side: Side) => {
    decided.set(one, side);
    open.delete(one);
    next = { ...next, [one]: side === 'mine' ? mine : theirs };
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
 * What is decided when every question is answered alike. An answer that would be impossible so goes with those that
 * it hangs on.
 *
 * @param answers those of this device
 * @param today gives `YYYY-MM-DD`
 */
export function allDecidedBy(
  keeps: Side,
  conflicts: readonly Conflict[],
  answers: Answers,
  today: () => string,
): ReadonlyMap<string, Side> {
  const decided = new Map<string, Side>();
  let next = answers;
  for (const { key } of inOrder(conflicts)) {
    if (decided.has(key)) continue;
    const open = conflicts.filter((conflict) => !decided.has(conflict.key));
    const some = decidedBy({ key, keeps }, open, next, today);
    for (const [one, side] of some) decided.set(one, side);
    const taken = open.filter((conflict) => some.get(conflict.key) === 'theirs');
    next = { ...next, ...Object.fromEntries(taken.map(({ key: one, theirs }) => [one, theirs])) };
  }
  return decided;
}
