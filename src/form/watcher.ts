import { any, holds, type Answers, type Condition } from './condition.ts';
import type { AnswerKey } from './keys.ts';

/**
 * Several conditions watched together. Keys named by the first true one stay; keys named by false ones are cleared.
 */
export interface Watcher {
  readonly cases: readonly { readonly when: Condition; readonly keys: readonly AnswerKey[] }[];
}

/** The keys that a watcher clears for these answers (specification §4, Conditional content). */
export function keysToClear({ cases }: Watcher, answers: Answers): readonly AnswerKey[] {
  const kept = new Set(cases.find(({ when }) => holds(when, answers))?.keys);
  const named = cases.filter(({ when }) => !holds(when, answers)).flatMap(({ keys }) => keys);
  return [...new Set(named)].filter((key) => !kept.has(key));
}

/** Whether a case that names this key holds. The `when` of its question, so that nothing on the screen is cleared. */
export function watchedBy({ cases }: Watcher, key: AnswerKey): Condition {
  return any(...cases.filter(({ keys }) => keys.includes(key)).map(({ when }) => when));
}
