import { any, holds, type Answers, type Condition } from './condition.ts';
import type { AnswerKey } from './keys.ts';

/**
 * Several conditions watched together. Keys named by the first true one stay; keys named by false ones are cleared, also
 * while their questions stay on screen.
 */
export interface Watcher {
  /** Never cleared by this watcher, whichever conditions hold. */
  readonly keep?: readonly AnswerKey[];
  readonly cases: readonly { readonly when: Condition; readonly keys: readonly AnswerKey[] }[];
}

/** The keys that a watcher clears for these answers (specification §4, Conditional content). */
export function keysToClear({ cases, keep = [] }: Watcher, answers: Answers): readonly AnswerKey[] {
  const first = cases.find(({ when }) => holds(when, answers));
  const kept = new Set([...keep, ...(first?.keys ?? [])]);
  const named = cases.filter(({ when }) => !holds(when, answers)).flatMap(({ keys }) => keys);
  return [...new Set(named)].filter((key) => !kept.has(key));
}

/** Whether a case that names this key holds: the `when` of a question that is asked only in that case. */
export function watchedBy({ cases }: Watcher, key: AnswerKey): Condition {
  return any(...cases.filter(({ keys }) => keys.includes(key)).map(({ when }) => when));
}
