import { applyChanges } from './apply-changes.ts';
import { applyChange, type Changes } from './change.ts';
import { EMPTY_ANSWER, isBlank, type Answers } from './condition.ts';
import { questionFor, watchers } from './form.ts';
import type { AnswerKey, UnfinishedKey } from './keys.ts';
import { isPossible } from './offered.ts';
import { keysToClear } from './watcher.ts';

/**
 * All changes that follow from one change by hand, as `applyChange` has them. Answers that an earlier change cleared
 * are restored once their questions are asked again, or a watcher that cleared them on screen no longer does, if they
 * are still blank. So a press on "No" by mistake loses nothing.
 *
 * @param cleared the values that changes by hand have cleared, by key; this function keeps it up to date
 */
export function changeByHand(
  answers: Answers,
  key: AnswerKey | UnfinishedKey,
  value: string,
  cleared: Map<string, string>,
  today: () => string,
): Changes {
  const changes = applyChange(answers, key, value);
  cleared.delete(key);
  const back = putBack(answers, changes, cleared, today);
  for (const [changed, to] of Object.entries(changes)) {
    const before = answers[changed] ?? EMPTY_ANSWER;
    if (changed !== key && isBlank(to)) cleared.set(changed, before);
  }
  return { ...changes, ...back };
}

/** The values that can be shown again because of these changes. */
function putBack(
  answers: Answers,
  changes: Changes,
  cleared: ReadonlyMap<string, string>,
  today: () => string,
): Changes {
  if (cleared.size === 0) return {};
  const after = { ...answers, ...changes };
  const fits = (key: string, within: Answers) => {
    const question = questionFor(key);
    return question !== undefined && isPossible(question, within, today);
  };
  const wanted = [...cleared].filter(
    ([key, value]) =>
      isBlank(after[key]) &&
      (isWatchedAway(key, answers) || !fits(key, { ...answers, [key]: value })) &&
      !isWatchedAway(key, after),
  );
  return applyChanges(after, Object.fromEntries(wanted), today);
}

/** Whether a watcher clears this key for these answers. */
function isWatchedAway(key: string, answers: Answers): boolean {
  return watchers.some((watcher) => keysToClear(watcher, answers).some((cleared) => cleared === key));
}
